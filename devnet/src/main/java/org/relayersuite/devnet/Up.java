package org.relayersuite.devnet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.relayersuite.devnet.demo.Demo;

/** {@code ./relayer up}: starts the suite on this machine, runs the demo, and stays until it is stopped. */
public final class Up {
    private Up() {}

    /**
     * Exits with 0 after the demo when asked to stop then and all went well, else with 1.
     *
     * @param args {@code --once} to stop after the demo
     */
    public static void main(String[] args) throws InterruptedException, IOException {
        if (!List.of(args).isEmpty() && !Arrays.equals(args, new String[] {"--once"})) {
            System.err.println("usage: up [--once]");
            System.exit(2);
        }
        boolean once = args.length == 1;
        System.exit(run(once) ? 0 : 1);
    }

    private static boolean run(boolean once) throws InterruptedException {
        LibraryLogs.warningsOnly();
        Progress progress = new Progress(System.out);
        DevnetOptions options = DevnetOptions.demo(root());
        Devnet devnet = new Devnet(options, progress);
        ProgramEnd.stops(devnet, progress);
        try {
            devnet.start();
        } catch (IllegalStateException e) {
            progress.step("Not started: " + e.getMessage());
            return false;
        }
        boolean completed = new Demo(devnet, progress).run();
        if (!once) {
            Manual.print(devnet, progress);
            new CountDownLatch(1).await();
        }
        return completed;
    }

    /** The repository: the entry script names it. */
    static Path root() {
        return Path.of(System.getProperty("devnet.root", "")).toAbsolutePath().normalize();
    }
}
