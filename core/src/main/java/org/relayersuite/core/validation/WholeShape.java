package org.relayersuite.core.validation;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * A list or an object whose inner problems are told under its own name, the first one only; an absent key inside is told
 * by that key alone. So clients of the second version of the API know it.
 */
record WholeShape<T>(Shape<T> inner) implements Shape<T> {

    @Override
    public Optional<Mismatch> mismatch(Object json) {
        return inner.mismatch(json).map(mismatch -> switch (mismatch) {
            case Mismatch.WrongType wrong -> new Mismatch.WrongType(here(wrong.issue()));
            case Mismatch.MissingKey missing -> new Mismatch.MissingInnerKey(lastStep(missing.path()));
            case Mismatch.MissingInnerKey missing -> missing;
            case Mismatch.NoneOfTheTypes none -> none;
        });
    }

    @Override
    public Stream<FieldIssue> issues(Object json) {
        return inner.issues(json).limit(1).map(WholeShape::here);
    }

    @Override
    public T read(Object json) {
        return inner.read(json);
    }

    private static FieldIssue here(FieldIssue issue) {
        return new FieldIssue("", issue.issue());
    }

    private static String lastStep(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
