package org.relayersuite.devnet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where one devnet keeps what it writes. Two devnets never share it: a lock in it says that it is taken. */
public final class RunFolder implements AutoCloseable {
    private final Path folder;
    private final FileChannel lockFile;

    private RunFolder(Path folder, FileChannel lockFile) {
        this.folder = folder;
        this.lockFile = lockFile;
    }

    /**
     * Takes the folder and deletes what an earlier devnet left in it.
     *
     * @throws IllegalStateException when a running devnet has it
     */
    public static RunFolder take(Path folder) {
        try {
            Files.createDirectories(folder);
            FileChannel lockFile =
                    FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!tryLock(lockFile)) {
                lockFile.close();
                throw new IllegalStateException("another devnet is running in " + folder);
            }
            RunFolder taken = new RunFolder(folder, lockFile);
            for (Path earlier : List.of(taken.logs(), taken.postgres(), taken.redis(), taken.environmentFile())) {
                delete(earlier);
            }
            Files.createDirectories(taken.logs());
            return taken;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare " + folder, e);
        }
    }

    private static boolean tryLock(FileChannel lockFile) throws IOException {
        try {
            FileLock lock = lockFile.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException _) {
            // This very JVM runs the other devnet.
            return false;
        }
    }

    /** Where the parts write their logs. */
    public Path logs() {
        return folder.resolve("logs");
    }

    /** The data of the database. */
    public Path postgres() {
        return folder.resolve("postgres");
    }

    Path redis() {
        return folder.resolve("redis");
    }

    Path environmentFile() {
        return folder.resolve("env");
    }

    private static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> paths = Files.walk(path)) {
            deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : deepestFirst) {
            Files.deleteIfExists(each);
        }
    }

    @Override
    public void close() {
        try {
            // What it names is gone; the logs stay for whoever wants to know what happened.
            Files.deleteIfExists(environmentFile());
            lockFile.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot give back " + folder, e);
        }
    }
}
