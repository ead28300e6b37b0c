//go:build !linux

package upload

import "os"

// datasync makes a file's bytes and its size durable.
func datasync(file *os.File) error { return file.Sync() }
