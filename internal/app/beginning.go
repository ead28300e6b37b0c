package app

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sonora/internal/seal"
)

// LostDatabaseError means that the database is missing or empty, but files of a
// server that used one are there.
type LostDatabaseError struct {
	Database string // where it should be, for people
	Trace    string // a file of the earlier server
}

func (e *LostDatabaseError) Error() string {
	return fmt.Sprintf("%s is missing or empty, but this server was used before: %s is there. Restore the database from a backup, or start with: sonora serve --new-database", e.Database, e.Trace)
}

// mayBegin is asked before a database is created. It returns a
// *LostDatabaseError if there are traces of an earlier one, because a new
// database would make the loss permanent: whoever comes first would become the
// operator, and sounds without an entry would be cleaned up.
func (c Config) mayBegin() error {
	if c.NewDatabase {
		return nil
	}
	trace := c.trace()
	if trace == "" {
		return nil
	}
	database := "the PostgreSQL database"
	if path, ok := strings.CutPrefix(c.Database, "sqlite:"); ok {
		database = "the database " + path
	}
	return &LostDatabaseError{Database: database, Trace: trace}
}

// trace returns a file that only a server with a database leaves behind; "" for
// none.
func (c Config) trace() (name string) {
	if key := filepath.Join(c.Data, seal.KeyFile); exists(key) {
		return key
	}
	// A folder that cannot be read tells nothing.
	_ = filepath.WalkDir(c.Media, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			name = path
			return fs.SkipAll
		}
		return nil
	})
	return name
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
