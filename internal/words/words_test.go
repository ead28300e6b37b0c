package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestIn(t *testing.T) {
	for _, c := range []struct{ language, sentence, want string }{
		{"en", "Not found.", "Not found."},
		{"es", "Not found.", "No se ha encontrado."},
		{"es", "Enter a number from 1 to 20.", "Escribe un número de 1 a 20."},
		{"es", "Nobody ever wrote this.", "Nobody ever wrote this."},
		{"es", "", ""},
		{"xx", "Not found.", "Not found."},
	} {
		if got := In(c.language, c.sentence); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.language, c.sentence, got, c.want)
		}
	}
}

func TestGapsAgree(t *testing.T) {
	for english, said := range spanish {
		if strings.Count(english, "{}") != strings.Count(said, "{}") {
			t.Errorf("%q has other gaps than %q", english, said)
		}
	}
}

// TestEverySentenceIsTranslated reads the source: whatever a person may be
// told has an entry.
func TestEverySentenceIsTranslated(t *testing.T) {
	said := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "test/") || strings.Contains(path, "testkit") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			for _, e := range sentencesOf(n) {
				if s := text(e); looksSaid(s) {
					said++
					if _, ok := spanish[s]; !ok {
						t.Errorf("%s: no translation of\n\t%q: \"\",", path, s)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil || said < 50 {
		t.Errorf("%d sentences found, %v", said, err)
	}
}

// looksSaid leaves out what is put together elsewhere.
func looksSaid(s string) bool { return strings.Contains(s, " ") && strings.Trim(s, "{} ") != "" }

// sentencesOf returns what a node tells people: the last argument of NewError,
// Add, Say and Refuse, and the fields Detail and says.
func sentencesOf(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.CallExpr:
		name := ""
		switch f := n.Fun.(type) {
		case *ast.SelectorExpr:
			name = f.Sel.Name
		case *ast.Ident:
			name = f.Name
		}
		last := map[string]int{"NewError": 2, "Add": 2, "Say": 1, "Refuse": 4}[name] // the sentence, of so many arguments
		if last > 0 && len(n.Args) == last {
			return n.Args[last-1:]
		}
	case *ast.KeyValueExpr:
		if id, ok := n.Key.(*ast.Ident); ok && (id.Name == "Detail" || id.Name == "says") {
			return []ast.Expr{n.Value}
		}
	}
	return nil
}

var verb = regexp.MustCompile(`%[a-z]`)

// text is a constant sentence, with {} for what is put in when it is said.
func text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, err := strconv.Unquote(e.Value)
			if err == nil {
				return s
			}
		}
	case *ast.BinaryExpr:
		return text(e.X) + text(e.Y)
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" {
			return verb.ReplaceAllString(text(e.Args[0]), "{}")
		}
	}
	return "{}"
}
