package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// output is a file that a command writes, and the option that names it.
type output struct{ option, path string }

// checkOutputs returns why the outputs cannot be written: their folder does not
// exist, or they would overwrite an input or each other. Options that were not
// given have no path.
func checkOutputs(inputs []string, outputs ...output) error {
	for i, o := range outputs {
		if o.path == "" {
			continue
		}
		if err := checkPlace(o); err != nil {
			return err
		}
		for _, input := range inputs {
			if isSameFile(o.path, input) {
				return fmt.Errorf("%s %s would overwrite the input %s: choose another name", o.option, o.path, input)
			}
		}
		for _, other := range outputs[:i] {
			if other.path != "" && isSameFile(o.path, other.path) {
				return fmt.Errorf("%s and %s name the same file, %s: choose another name for one of them", other.option, o.option, o.path)
			}
		}
	}
	return nil
}

// checkPlace returns why there is no place for an output.
func checkPlace(o output) error {
	if info, err := os.Stat(o.path); err == nil && info.IsDir() {
		return fmt.Errorf("%s %s is a folder: name a file", o.option, o.path)
	}
	folder := filepath.Dir(o.path)
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s %s: there is no folder %s", o.option, o.path, folder)
	case err != nil:
		return fmt.Errorf("%s: %w", o.option, err)
	case !info.IsDir():
		return fmt.Errorf("%s %s: %s is not a folder", o.option, o.path, folder)
	}
	return nil
}

// isSameFile reports whether two paths name one file, also by links or, before the
// file exists, by different spellings.
func isSameFile(a, b string) bool {
	inA, errA := os.Stat(a)
	inB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(inA, inB)
	}
	if errA == nil || errB == nil || filepath.Base(a) != filepath.Base(b) {
		return false
	}
	inA, errA = os.Stat(filepath.Dir(a))
	inB, errB = os.Stat(filepath.Dir(b))
	return errA == nil && errB == nil && os.SameFile(inA, inB)
}
