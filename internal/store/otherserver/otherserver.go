// Package otherserver reads the databases of other music servers: Navidrome
// (navidrome.db) and gonic (gonic.db). See package foreign for how it guards against
// hostile files.
package otherserver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"sonora/internal/intake"
	"sonora/internal/store/foreign"
)

// Limits of a database. The rest of the rows is left out.
const (
	maxPeople  = 10_000
	maxSongs   = 2_000_000
	maxMarks   = 5_000_000
	maxEntries = 2_000_000
)

// ErrFormat is the error for a file that is not a database of a known server.
var ErrFormat = foreign.ErrFormat

// Server is what people have at another server.
type Server struct {
	Title     string // of the program
	People    []Person
	Songs     map[string]intake.Described // by their IDs there
	Marks     []Mark
	Plays     []Play
	Bookmarks []Bookmark
	Playlists []Playlist
}

// Person is an account of the other server.
type Person struct {
	ID, Name, Email string // Email may be empty
	IsAdmin         bool
}

// Mark is what a person says of a song.
type Mark struct {
	PersonID, SongID string
	IsStarred        bool
	StarredAt        time.Time // zero if unknown
	Rating           int       // 0 for none
	Plays            int
	PlayedAt         time.Time // last; zero if unknown
}

// Play is a play whose time is known.
type Play struct {
	PersonID, SongID string
	At               time.Time
}

// Bookmark is a place in a song.
type Bookmark struct {
	PersonID, SongID, Comment string
	Position                  time.Duration
}

// Playlist is a list of songs.
type Playlist struct {
	PersonID, Name, Comment string
	IsPublic                bool // others see it
	SongIDs                 []string
}

// Read reads the database at path. Its error wraps ErrFormat if the file is not a
// database of Navidrome or gonic.
func Read(ctx context.Context, path string) (*Server, error) {
	s := &Server{Songs: map[string]intake.Described{}}
	err := foreign.Read(ctx, path, func(ctx context.Context, db *foreign.DB) error {
		c, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		r := &reader{ctx: ctx, c: c, s: s}
		return errors.Join(r.read(), c.Close())
	})
	if err != nil {
		return nil, fmt.Errorf("read another server's database: %w", err)
	}
	return s, nil
}

// reader reads one database.
type reader struct {
	ctx context.Context //nolint:containedctx // of the reading that this is
	c   *foreign.Conn
	s   *Server
}

func (r *reader) read() error {
	for table, read := range map[string]func() error{"media_file": r.navidrome, "track_stars": r.gonic} {
		columns, err := r.c.Columns(r.ctx, table)
		if err != nil {
			return err
		}
		if columns != nil {
			return read()
		}
	}
	return fmt.Errorf("%w: neither Navidrome nor gonic", ErrFormat)
}

// table reads columns of a table, of which some may be missing in older versions: their
// values are then empty. A missing table is empty, unless it is needed.
func (r *reader) table(name string, isNeeded bool, limit int, columns []string, read func(row []string) error) error {
	known, err := r.c.Columns(r.ctx, name)
	if err != nil {
		return err
	}
	if known == nil && !isNeeded {
		return nil
	}
	if known == nil {
		return fmt.Errorf("%w: no table %s", ErrFormat, name)
	}
	// The values are converted, because a column of SQLite holds anything, and are cut.
	values := make([]string, len(columns))
	for i, column := range columns {
		if values[i] = "''"; known[column] {
			values[i] = fmt.Sprintf("substr(cast(coalesce(%s, '') as text), 1, %d)", column, maxText(column))
		}
	}
	row, into := make([]string, len(columns)), make([]any, len(columns))
	for i := range row {
		into[i] = &row[i]
	}
	return r.c.Each(r.ctx, "select "+strings.Join(values, ", ")+" from "+name, limit, func(scan func(...any) error) error {
		if err := scan(into...); err != nil {
			return foreign.Refused(err)
		}
		return read(row)
	})
}

// maxText returns how many characters of a column are read: of a list, many.
func maxText(column string) int {
	if column == "items" {
		return 900_000
	}
	return 4000
}
