package io.heddle.testing.reference;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.smallrye.config.common.utils.StringUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** What the source of a class says of its members. */
public final class SourceComments {
  private static final Pattern INLINE_TAG =
      Pattern.compile("\\{@(code|link|linkplain|literal)\\s+([^}]*)}");

  private SourceComments() {}

  /**
   * The comments of a class's methods without parameters and of its constants, in their order, as
   * Markdown in one line; empty for those without one.
   *
   * @param file the class whose file it is in
   * @param sources the folder that holds the class's package
   */
  public static Map<String, String> of(Class<?> file, Class<?> type, Path sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path path = sources.resolve(file.getName().replace('.', '/') + ".java");
    Map<String, String> comments = new LinkedHashMap<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      var task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, List.of("-proc:none"), null, files.getJavaFileObjects(path));
      DocTrees docs = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new Members(type.getSimpleName(), docs, comments).scan(unit, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
    return comments;
  }

  private static final class Members extends TreePathScanner<Void, Void> {
    private final String type;
    private final DocTrees docs;
    private final Map<String, String> comments;

    Members(String type, DocTrees docs, Map<String, String> comments) {
      this.type = type;
      this.docs = docs;
      this.comments = comments;
    }

    @Override
    public Void visitClass(ClassTree node, Void nothing) {
      if (node.getSimpleName().contentEquals(type)) {
        for (Tree member : node.getMembers()) {
          switch (member) {
            case MethodTree method when method.getParameters().isEmpty() ->
                add(method.getName().toString(), member);
            case VariableTree constant -> add(constant.getName().toString(), member);
            default -> {
              // Nothing that a reference lists.
            }
          }
        }
      }
      return super.visitClass(node, null);
    }

    private void add(String name, Tree member) {
      String comment = docs.getDocComment(new TreePath(getCurrentPath(), member));
      comments.put(name, comment == null ? "" : markdown(comment));
    }
  }

  private static String markdown(String comment) {
    String description = comment.split("(?m)^\\s*@", 2)[0];
    String line = description.strip().replaceAll("\\s+", " ");
    return INLINE_TAG.matcher(line).replaceAll(SourceComments::marked).replace("|", "\\|");
  }

  private static String marked(MatchResult tag) {
    String text = tag.group(2).replaceFirst("\\(\\)$", "");
    if (text.startsWith("#")) {
      text = StringUtil.skewer(text.substring(1));
    }
    return Matcher.quoteReplacement(tag.group(1).equals("literal") ? text : "`" + text + "`");
  }
}
