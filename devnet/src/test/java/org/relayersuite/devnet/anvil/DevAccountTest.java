package org.relayersuite.devnet.anvil;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.relayersuite.core.Address;

class DevAccountTest {
    @Test
    void firstAccountsAreTheOnesThatAnvilPrints() {
        // Given the addresses that every Anvil prints at its start

        // When, Then
        assertThat(DevAccount.at(0).address()).isEqualTo(Address.of("0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"));
        assertThat(DevAccount.at(1).address()).isEqualTo(Address.of("0x70997970c51812dc3a010c7d01b50e0d17dc79c8"));
        assertThat(DevAccount.at(9).address()).isEqualTo(Address.of("0xa0ee7a142d267c1f36714e4a8f75612f20a79720"));
    }

    @Test
    void rolesShareNoAccount() {
        // Given every account of every role
        Stream<DevAccount> accounts = Stream.of(
                        Stream.of(DevAccount.deployer(), DevAccount.feeSink()),
                        IntStream.range(0, 9).mapToObj(DevAccount::relayer),
                        IntStream.range(0, 10).mapToObj(DevAccount::user),
                        IntStream.range(0, 20).mapToObj(DevAccount::kmsTxSender),
                        IntStream.range(0, 20).mapToObj(DevAccount::kmsSigner),
                        IntStream.range(0, 20).mapToObj(DevAccount::coprocessorTxSender),
                        IntStream.range(0, 20).mapToObj(DevAccount::coprocessorSigner))
                .flatMap(role -> role);

        // When, Then
        assertThat(accounts.map(DevAccount::address)).doesNotHaveDuplicates();
    }

    @Test
    void roleEndsWhereTheNextBegins() {
        assertThatThrownBy(() -> DevAccount.relayer(9)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DevAccount.user(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void textDoesNotShowTheKey() {
        // Given
        DevAccount account = DevAccount.deployer();

        // When, Then
        assertThat(account.toString()).doesNotContain(account.key().toBareHex());
    }
}
