package org.relayersuite.store;

import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.InternalJobId;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.DelegatedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.HandleEntry;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.RequestJson;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.SqlSession;

/** Valid requests, each different from all others by its number, and rows made of them. */
public final class TestRequests {
    private static final Bytes NO_EXTRA_DATA = Bytes.fromHex("00");
    private static final BigInteger CHAIN = BigInteger.valueOf(8009);
    private static final Address CONTRACT = Address.of("aa".repeat(20));
    private static final Address USER = Address.of("bb".repeat(20));
    private static final Address DELEGATE = Address.of("cc".repeat(20));

    private TestRequests() {}

    public static RelayerRequest request(RequestKind kind, int number) {
        Handle handle = handle(number);
        return switch (kind) {
            case INPUT_PROOF ->
                new InputProof(CHAIN, CONTRACT, USER, Bytes.fromHex("%08x".formatted(number)), NO_EXTRA_DATA);
            case PUBLIC_DECRYPT -> new PublicDecrypt(List.of(handle), NO_EXTRA_DATA);
            case USER_DECRYPT ->
                new UserDecrypt(
                        List.of(new HandleContractPair(handle, CONTRACT)),
                        BigInteger.valueOf(1_767_225_600),
                        7,
                        CHAIN,
                        List.of(CONTRACT),
                        USER,
                        Bytes.fromHex("abcd"),
                        Bytes.fromHex("11".repeat(65)),
                        NO_EXTRA_DATA);
        };
    }

    /** A request of the legacy delegated form. */
    public static RelayerRequest delegated(int number) {
        return new DelegatedUserDecrypt(
                List.of(new HandleContractPair(handle(number), CONTRACT)),
                BigInteger.valueOf(1_767_225_600),
                7,
                CHAIN,
                List.of(CONTRACT),
                USER,
                DELEGATE,
                Bytes.fromHex("abcd"),
                Bytes.fromHex("11".repeat(65)),
                NO_EXTRA_DATA);
    }

    /** A request of the unified form: one handle of the user's own, one of a delegator, and no signature. */
    public static RelayerRequest unified(int number) {
        return new UnifiedUserDecrypt(
                List.of(
                        new HandleEntry(handle(number), CONTRACT, DELEGATE),
                        new HandleEntry(handle(number), CONTRACT, USER)),
                DELEGATE,
                List.of(),
                BigInteger.valueOf(1_767_225_600),
                BigInteger.TWO.pow(64).subtract(BigInteger.ONE),
                Bytes.fromHex("abcd"),
                Bytes.EMPTY,
                NO_EXTRA_DATA);
    }

    private static Handle handle(int number) {
        return Handle.of("%042x000000000000001f490500".formatted(number));
    }

    /** Stores a request in {@code queued} and returns its row's key. */
    public static long insert(SqlSession session, RequestKind kind, int number) {
        return insert(session, request(kind, number));
    }

    /** Stores {@code request} in {@code queued} and returns its row's key. */
    public static long insert(SqlSession session, RelayerRequest request) {
        return session.query(
                        RequestTable.of(request.kind())
                                .sql(
                                        "INSERT INTO {table} (ext_job_id, int_job_id, req) VALUES ($1, $2, $3) RETURNING id"),
                        UUID.randomUUID(),
                        InternalJobId.of(request).value().value().toArray(),
                        RequestJson.encode(request))
                .iterator()
                .next()
                .getLong(0);
    }

    public static void move(SqlSession session, RequestKind kind, long id, RequestStatus status) {
        session.query(RequestTable.of(kind).sql("UPDATE {table} SET req_status = $2 WHERE id = $1"), id, status.code());
    }

    public static RequestStatus status(SqlSession session, RequestKind kind, long id) {
        return RequestStatus.ofCode(
                session.query(RequestTable.of(kind).sql("SELECT req_status FROM {table} WHERE id = $1"), id)
                        .iterator()
                        .next()
                        .getString(0));
    }
}
