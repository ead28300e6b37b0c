package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// speakers lists the functions that take the identifier of a message, with the
// index of that parameter. The parameters after it are the message's arguments.
var speakers = map[string]int{"NewError": 1, "Add": 1, "Say": 0, "Coded": 1, "notAudio": 0, "corrupt": 0, "truncated": 0}

// forwarding lists functions of this program that pass an identifier on.
var forwarding = map[string]bool{"notAudio": true, "corrupt": true, "truncated": true, "NewError": true, "Add": true, "Say": true, "Coded": true, "Require": true}

// TestEveryMessageIsTranslated reads the source: the id of each message is
// constant, has a Spanish translation and as many arguments as verbs.
func TestEveryMessageIsTranslated(t *testing.T) {
	said := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "test/") || strings.Contains(path, "testkit") || strings.HasPrefix(path, "../words/") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		readMessages(t, path, file, said)
		return nil
	})
	if err != nil || len(said) < 400 {
		t.Errorf("%d messages found, %v", len(said), err)
	}
	for id := range said {
		_, one := spanish[id]
		_, many := counted["es"][id]
		if one == many && speaks(id) {
			t.Errorf("no translation, or two, of\n\t%q: \"\",", id)
		}
	}
}

// speaks reports whether a message has words to translate, unlike "%s: %s".
func speaks(id string) bool {
	return strings.ContainsAny(verb.ReplaceAllString(id, ""), "abcdefghijklmnopqrstuvwxyz")
}

func readMessages(t *testing.T, path string, file *ast.File, said map[string]bool) {
	inside := ""
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			inside = n.Name.Name
		case *ast.CallExpr:
			at, ok := speakers[called(n)]
			if !ok || len(n.Args) <= at || called(n) == "Add" && !isText(n.Args[at]) {
				return true
			}
			id, constant := text(n.Args[at])
			switch {
			case !constant && forwarding[inside]:
			case !constant && called(n) != "Add":
				t.Errorf("%s: the id of a message in %s is not constant", path, inside)
			case constant:
				said[id] = true
				if n.Ellipsis == token.NoPos && len(n.Args)-at-1 != len(verbsOf(id)) {
					t.Errorf("%s: %q has %d arguments", path, id, len(n.Args)-at-1)
				}
			}
		case *ast.CompositeLit:
			if isMessage(n.Type) && len(n.Elts) > 0 {
				t.Errorf("%s: %s writes a message without music.Say", path, inside)
			}
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok && id.Name == "Detail" {
				if s, constant := text(n.Value); constant && strings.Contains(s, " ") {
					said[s] = true
				}
			}
		}
		return true
	})
}

// isMessage recognises the type music.Message, outside of its package.
func isMessage(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "Message" {
		return false
	}
	of, ok := s.X.(*ast.Ident)
	return ok && of.Name == "music"
}

// isText excludes other methods named Add: of times, counters and maps.
func isText(e ast.Expr) bool {
	s, constant := text(e)
	return constant && strings.Contains(s, " ")
}

func called(n *ast.CallExpr) string {
	switch f := n.Fun.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}

// text returns the value of a constant string.
func text(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, err := strconv.Unquote(e.Value)
			return s, err == nil
		}
	case *ast.BinaryExpr:
		x, one := text(e.X)
		y, two := text(e.Y)
		return x + y, one && two
	}
	return "", false
}
