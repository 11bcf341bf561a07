-- The wake-ups of intake: coalesced, so that one is on its way at any time, whatever the number of requests.
SELECT pg_notify('relayer_dispatch', '');
