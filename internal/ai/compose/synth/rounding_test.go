package synth_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// TestProductsAreRounded refuses products of floating-point numbers as terms of
// a sum. Compilers fuse both on some machines, which changes the last bits.
func TestProductsAreRounded(t *testing.T) {
	for _, folder := range []string{".", "../soundfont", "../mixdown"} {
		fset := token.NewFileSet()
		files := parse(t, fset, folder)
		if len(files) == 0 {
			t.Errorf("%s has no files", folder)
		}
		for _, at := range unrounded(t, fset, files) {
			t.Errorf("%s: a product meets a sum: convert it to float32 or float64", at)
		}
	}
}

func TestUnroundedProductsAreFound(t *testing.T) {
	source := `package p
		const two = 2.0
		func f(a, b, c float32, i, j int) float32 {
			c += a * b          // 4
			c = c - (a * b * c) // 5
			c = -(a * b) + c    // 6
			c = float32(a*b) + c + a/b
			i += i * j
			c += two * two
			return c
		}`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, at := range unrounded(t, fset, []*ast.File{file}) {
		lines = append(lines, at.Line)
	}
	if len(lines) != 3 || lines[0] != 4 || lines[1] != 5 || lines[2] != 6 {
		t.Errorf("found lines %v, not 4, 5 and 6", lines)
	}
}

func parse(t *testing.T, fset *token.FileSet, folder string) (files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// importer reads the composer's packages. All others stay unknown.
type importer struct{ t *testing.T }

func (i importer) Import(path string) (*types.Package, error) {
	name, ok := strings.CutPrefix(path, "sonora/internal/ai/compose/")
	if !ok {
		return nil, errors.New("not needed")
	}
	fset := token.NewFileSet()
	config := types.Config{Importer: i, Error: func(error) {}}
	p, _ := config.Check(path, fset, parse(i.t, fset, filepath.Join("..", name)), nil) // errors are expected without imports
	return p, nil
}

// unrounded returns the places of products in sums. Types of other packages are
// unknown, and count as floating-point.
func unrounded(t *testing.T, fset *token.FileSet, files []*ast.File) (places []token.Position) {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: importer{t}, Error: func(error) {}}
	_, _ = config.Check("p", fset, files, info) // errors are expected without imports
	var integer func(e ast.Expr) bool
	integer = func(e ast.Expr) bool {
		if t := info.Types[e].Type; t != nil && t != types.Typ[types.Invalid] {
			basic, ok := t.Underlying().(*types.Basic)
			return ok && basic.Info()&types.IsInteger != 0 && basic.Info()&types.IsUntyped == 0
		}
		switch x := e.(type) {
		case *ast.ParenExpr:
			return integer(x.X)
		case *ast.BinaryExpr:
			return integer(x.X) || integer(x.Y)
		}
		return false
	}
	var product func(e ast.Expr) bool
	product = func(e ast.Expr) bool {
		switch x := e.(type) {
		case *ast.ParenExpr:
			return product(x.X)
		case *ast.UnaryExpr:
			return product(x.X)
		case *ast.BinaryExpr:
			return x.Op == token.MUL && info.Types[x].Value == nil && !integer(x)
		}
		return false
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.BinaryExpr:
				if (x.Op == token.ADD || x.Op == token.SUB) && (product(x.X) || product(x.Y)) {
					places = append(places, fset.Position(x.OpPos))
				}
			case *ast.AssignStmt:
				if (x.Tok == token.ADD_ASSIGN || x.Tok == token.SUB_ASSIGN) && product(x.Rhs[0]) {
					places = append(places, fset.Position(x.TokPos))
				}
			}
			return true
		})
	}
	return places
}
