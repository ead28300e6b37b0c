package app

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestOneProcessHoldsTheDataFolder(t *testing.T) {
	folder := t.TempDir()
	lock, err := LockFolder(folder, "the server on 127.0.0.1:4700")
	if err != nil {
		t.Fatal(err)
	}
	_, err = LockFolder(folder, "a scan")
	var inUse *InUseError
	if !errors.As(err, &inUse) || !strings.Contains(err.Error(), "the server on 127.0.0.1:4700 (process ") {
		t.Errorf("second lock: %v, want the owner named", err)
	}
	released := time.AfterFunc(lockRetry, lock.Release) // as by a process that is being killed
	defer released.Stop()
	again, err := LockFolder(folder, "a scan")
	if err != nil {
		t.Fatalf("after release: %v", err)
	}
	again.Release()
}
