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
		for _, at := range allSeeing(t, path, nil) {
			t.Errorf("%s creates an unrestricted viewer; use music.System, which names the reason", at)
		}
		return nil
	})
	if err != nil || looked < 100 {
		t.Fatalf("read %d files: %v", looked, err)
	}
}

// TestAllSeeingViewersAreFound checks what the test above can see.
func TestAllSeeingViewersAreFound(t *testing.T) {
	for expression, want := range map[string]int{
		`music.Viewer{AccountID: "a", Role: music.Admin}`:           1,
		`&music.Viewer{"a", music.Admin, ""}`:                       1,
		`[]music.Viewer{{Role: music.Admin}, {"a", music.Admin}}`:   2,
		`map[string]music.Viewer{"x": {Role: music.Admin}}`:         1,
		`music.Viewer{AccountID: "a", Role: a.Role}`:                0,
		`music.Viewer{"a", music.Listener}`:                         0,
		`[]music.Role{music.Admin, music.Creator}`:                  0,
		`music.System("why")`:                                       0,
		`[...]*music.Viewer{{Role: music.Admin}, {AccountID: "a"}}`: 1,
	} {
		if got := allSeeing(t, "x.go", "package x\n\nvar v = "+expression+"\n"); len(got) != want {
			t.Errorf("%s: found %d, want %d", expression, len(got), want)
		}
	}
}

// allSeeing returns the positions of literals of music.Viewer with music.Admin, keyed
// or not, also as elements of a list or a map. source is as in parser.ParseFile.
func allSeeing(t *testing.T, path string, source any) []token.Position {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []token.Position
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		viewers := []*ast.CompositeLit{literal}
		if !isMusic(literal.Type, "Viewer") {
			viewers = viewersIn(literal)
		}
		for _, v := range viewers {
			if slices.ContainsFunc(v.Elts, func(e ast.Expr) bool { return isMusic(valueOf(e), "Admin") }) {
				found = append(found, files.Position(v.Pos()))
			}
		}
		return true
	})
	return found
}

// viewersIn returns the untyped composite literals inside a slice or map of
// viewers.
func viewersIn(list *ast.CompositeLit) []*ast.CompositeLit {
	var of ast.Expr
	switch kind := list.Type.(type) {
	case *ast.ArrayType:
		of = kind.Elt
	case *ast.MapType:
		of = kind.Value
	}
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	if !isMusic(of, "Viewer") {
		return nil
	}
	var viewers []*ast.CompositeLit
	for _, e := range list.Elts {
		if v, ok := valueOf(e).(*ast.CompositeLit); ok && v.Type == nil {
			viewers = append(viewers, v)
		}
	}
	return viewers
}

// valueOf returns the value of an element of a literal.
func valueOf(e ast.Expr) ast.Expr {
	if pair, ok := e.(*ast.KeyValueExpr); ok {
		return pair.Value
	}
	return e
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
