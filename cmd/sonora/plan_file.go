package main

import (
	"errors"
	"io"
	"os"
)

// maxPlan is more bytes than the plan of a piece or of a mix has.
const maxPlan = 16 << 20

// readPlan reads the file of a plan, which may also be a device or a pipe without an end.
func readPlan(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxPlan+1))
	if err == nil && len(text) > maxPlan {
		err = errors.New("the file is too large for a plan")
	}
	return text, err
}
