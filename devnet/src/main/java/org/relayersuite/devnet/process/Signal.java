package org.relayersuite.devnet.process;

/** What a test or a shutdown does to a process. */
public enum Signal {
    /** Asks the process to finish its work and end. */
    TERM,
    /** Ends the process between two instructions: a crash. */
    KILL,
    /** Freezes the process: a long pause of the JVM or of its machine. */
    STOP,
    /** Thaws a frozen process. */
    CONT
}
