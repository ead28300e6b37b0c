package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The limits of a package, so that a newcomer can understand it as a whole. Test
// files do not count; methods count as names.
const (
	maxPackageLines  = 6000
	maxEdgeLines     = 3000
	maxExportedNames = 150
	maxMusicNames    = 300 // every package shares music
)

// TestPackageSizes checks that no package outgrows its limits.
func TestPackageSizes(t *testing.T) {
	root := filepath.Join("..", "..", "internal")
	looked := 0
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		lines, names := packageSize(t, path)
		if lines > 0 {
			looked++
		}
		maxLines, maxNames := maxPackageLines, maxExportedNames
		if area, _, _ := strings.Cut(name, "/"); slices.Contains([]string{"edge", "api", "subsonic"}, area) {
			maxLines = maxEdgeLines
		}
		if name == "music" {
			maxNames = maxMusicNames
		}
		if lines > maxLines || names > maxNames {
			t.Errorf("internal/%s has %d lines (at most %d) and %d exported names (at most %d)", name, lines, maxLines, names, maxNames)
		}
		return nil
	})
	if err != nil || looked < 50 {
		t.Fatalf("read %d packages: %v", looked, err)
	}
}

// packageSize returns the lines and the exported names of a package.
func packageSize(t *testing.T, dir string) (lines, names int) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path) //nolint:gosec // a file of this repository
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		lines += strings.Count(string(text), "\n")
		for _, d := range file.Decls {
			names += exportedNames(d)
		}
	}
	return lines, names
}

func exportedNames(d ast.Decl) (n int) {
	if f, ok := d.(*ast.FuncDecl); ok && f.Name.IsExported() {
		return 1
	}
	g, ok := d.(*ast.GenDecl)
	if !ok {
		return 0
	}
	for _, s := range g.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() {
				n++
			}
		case *ast.ValueSpec:
			for _, name := range s.Names {
				if name.IsExported() {
					n++
				}
			}
		}
	}
	return n
}
