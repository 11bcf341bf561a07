package org.relayersuite.core.lifecycle;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Where a request stands. The table of legal moves is held here and, as a safety net, by a trigger in the database; a
 * test walks both and compares them.
 */
public enum RequestStatus {
    /** Accepted, waiting for a dispatcher; decrypts stay here until their ciphertexts are ready on the gateway. */
    QUEUED("queued"),
    /** Ready to be sent: claimed by a lane, no transaction under way that this lane knows to have been broadcast. */
    PROCESSING("processing"),
    /** A nonce is bound to the request: exactly one transaction is on its way. */
    TX_IN_FLIGHT("tx_in_flight"),
    /** The transaction is mined and the gateway's id of the request is known; the answer is awaited. */
    RECEIPT_RECEIVED("receipt_received"),
    /** Answered. */
    COMPLETED("completed"),
    /** A deadline passed before the request could be answered. */
    TIMED_OUT("timed_out"),
    /** Refused by a contract, or not sendable. */
    FAILURE("failure");

    private static final Map<RequestStatus, Set<RequestStatus>> LEGAL = legalMoves();

    private final String code;

    RequestStatus(String code) {
        this.code = code;
    }

    /** The status' name in SQL, metrics and logs, in snake case. */
    public String code() {
        return code;
    }

    /**
     * Finds the status by its {@link #code()}.
     *
     * @throws IllegalArgumentException when no status has that code
     */
    public static RequestStatus ofCode(String code) {
        for (RequestStatus status : values()) {
            if (status.code.equals(code)) {
                return status;
            }
        }
        throw new IllegalArgumentException("unknown request status: " + code);
    }

    /** Whether the request has ended, for good. */
    public boolean terminal() {
        return LEGAL.get(this).isEmpty();
    }

    /** Whether a request may move from this status to {@code next}. Staying is no move. */
    public boolean mayBecome(RequestStatus next) {
        return LEGAL.get(this).contains(next);
    }

    private static Map<RequestStatus, Set<RequestStatus>> legalMoves() {
        Map<RequestStatus, Set<RequestStatus>> moves = new EnumMap<>(RequestStatus.class);
        moves.put(QUEUED, EnumSet.of(PROCESSING, TIMED_OUT, FAILURE));
        moves.put(PROCESSING, EnumSet.of(TX_IN_FLIGHT, TIMED_OUT, FAILURE));
        // Back to PROCESSING when another epoch claims the row: it finds the binding and sends the same bytes.
        moves.put(TX_IN_FLIGHT, EnumSet.of(PROCESSING, RECEIPT_RECEIVED, TIMED_OUT, FAILURE));
        // Back to TX_IN_FLIGHT when a reorg takes the transaction out of the chain.
        moves.put(RECEIPT_RECEIVED, EnumSet.of(TX_IN_FLIGHT, COMPLETED, TIMED_OUT));
        moves.put(COMPLETED, EnumSet.noneOf(RequestStatus.class));
        moves.put(TIMED_OUT, EnumSet.noneOf(RequestStatus.class));
        moves.put(FAILURE, EnumSet.noneOf(RequestStatus.class));
        return moves;
    }
}
