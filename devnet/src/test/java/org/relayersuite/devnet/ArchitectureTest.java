package org.relayersuite.devnet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the rules of the house over the compiled classes of every module. Lives in devnet, which is built last. */
class ArchitectureTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> LIBRARIES = Set.of("core", "store", "chain", "broker");

    /** What a module may use of the others. A service uses the libraries, and never another service. */
    private static final Map<String, Set<String>> MAY_USE = Map.of(
            "core", Set.of(),
            "store", Set.of("core"),
            "chain", Set.of("core"),
            "broker", Set.of("core"),
            "intake-service", LIBRARIES,
            "tx-service", LIBRARIES,
            "gateway-listener-service", LIBRARIES,
            "cron-service", LIBRARIES,
            "block-listener-service", LIBRARIES,
            "devnet", LIBRARIES);

    /** Packages are named for what they do; these names say nothing. */
    private static final Pattern EMPTY_NAME =
            Pattern.compile("(utils?|commons?|helpers?|managers?|impls?|misc|services?)");

    private static Map<String, JavaClasses> classes;
    private static Map<String, JavaClasses> testClasses;
    private static Map<String, String> moduleOfClass;

    @BeforeAll
    static void readClasses() throws IOException {
        classes = importAll("target/classes");
        testClasses = importAll("target/test-classes");
        moduleOfClass = new HashMap<>();
        classes.forEach((module, its) -> its.forEach(each -> moduleOfClass.put(each.getName(), module)));
    }

    private static Map<String, JavaClasses> importAll(String folder) throws IOException {
        Map<String, JavaClasses> result = new LinkedHashMap<>();
        for (String module : modules()) {
            result.put(
                    module,
                    new ClassFileImporter().importPath(ROOT.resolve(module).resolve(folder)));
        }
        return result;
    }

    private static List<String> modules() throws IOException {
        return Pattern.compile("<module>([^<]+)</module>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void everyModuleOfTheBuildIsHeldToTheRules() throws IOException {
        assertThat(modules()).containsExactlyInAnyOrderElementsOf(MAY_USE.keySet());
        assertThat(classes)
                .allSatisfy((module, its) -> assertThat(its).as(module).isNotEmpty());
    }

    @Test
    void dependenciesPointOneWay() {
        // When every use of a class of another module is listed
        Set<String> forbidden = new TreeSet<>();
        classes.forEach((module, its) -> dependencies(its).forEach(dependency -> {
            String target = moduleOfClass.get(plain(dependency.getTargetClass()).getName());
            if (target != null && !target.equals(module) && !MAY_USE.get(module).contains(target)) {
                forbidden.add(module + " -> " + target + ": " + dependency.getDescription());
            }
        }));

        // Then none goes against the direction services -> store, chain, broker -> core
        assertThat(forbidden).isEmpty();
    }

    @Test
    void coreUsesTheJdkAndAnnotationsOnly() {
        // When everything that core uses is listed
        Set<String> foreign = dependencies(classes.get("core"))
                .map(dependency -> plain(dependency.getTargetClass()))
                .filter(used -> !used.isPrimitive() && !used.isAnnotation())
                .map(JavaClass::getName)
                .filter(name -> !name.startsWith("java.") && !"core".equals(moduleOfClass.get(name)))
                .collect(Collectors.toCollection(TreeSet::new));

        // Then there is no framework and no library in it
        assertThat(foreign).isEmpty();
    }

    @Test
    void packagesAreNamedForWhatTheyDo() {
        Set<String> badlyNamed = Stream.concat(classes.values().stream(), testClasses.values().stream())
                .flatMap(JavaClasses::stream)
                .map(JavaClass::getPackageName)
                .filter(name -> Arrays.stream(name.split("\\.")).anyMatch(EMPTY_NAME.asMatchPredicate()))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(badlyNamed).isEmpty();
    }

    @Test
    void noTestSleeps() {
        Predicate<JavaMethodCall> sleeps = call -> call.getName().equals("sleep")
                && Set.of("java.lang.Thread", "java.util.concurrent.TimeUnit")
                        .contains(call.getTargetOwner().getName());

        Set<String> sleepers = testClasses.values().stream()
                .flatMap(JavaClasses::stream)
                .flatMap(each -> each.getMethodCallsFromSelf().stream())
                .filter(sleeps)
                .map(JavaMethodCall::getDescription)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(sleepers).isEmpty();
    }

    @Test
    void dependenciesComeInThroughTheConstructor() {
        classes.forEach((module, its) -> noFields()
                .should()
                .beAnnotatedWith("jakarta.inject.Inject")
                .orShould()
                .beAnnotatedWith("org.eclipse.microprofile.config.inject.ConfigProperty")
                .as("no field of " + module + " is injected")
                .allowEmptyShould(true)
                .check(its));
    }

    private static Stream<Dependency> dependencies(JavaClasses its) {
        return its.stream().flatMap(each -> each.getDirectDependenciesFromSelf().stream());
    }

    /** The class itself where it is an array of it. */
    private static JavaClass plain(JavaClass used) {
        return used.getBaseComponentType();
    }
}
