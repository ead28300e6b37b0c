package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOnlySystemMakesAllSeeingViewers checks that viewers without restrictions
// come from music.System, so that one search finds all of them.
func TestOnlySystemMakesAllSeeingViewers(t *testing.T) {
	skipped := []string{"node_modules", "storetest", ".git"}
	looked := 0
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && slices.Contains(skipped, e.Name()):
			return fs.SkipDir
		case e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		looked++
		for _, at := range allSeeing(t, path) {
			t.Errorf("%s creates an unrestricted viewer; use music.System, which names the reason", at)
		}
		return nil
	})
	if err != nil || looked < 100 {
		t.Fatalf("read %d files: %v", looked, err)
	}
}

// allSeeing returns the positions in a file of music.Viewer{Role: music.Admin}.
func allSeeing(t *testing.T, path string) []token.Position {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []token.Position
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok || !isMusic(literal.Type, "Viewer") {
			return true
		}
		for _, element := range literal.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok && isMusic(pair.Value, "Admin") {
				found = append(found, files.Position(literal.Pos()))
			}
		}
		return true
	})
	return found
}

// isMusic reports whether an expression is an identifier of package music.
func isMusic(e ast.Expr, name string) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != name {
		return false
	}
	from, ok := s.X.(*ast.Ident)
	return ok && from.Name == "music"
}
