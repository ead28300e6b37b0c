// Package djimport brings what DJs keep in other programs to their marks and
// playlists: hot cues, loops, beat grids and crates of rekordbox, Serato,
// Traktor and Mixxx. It also writes a collection that those programs import.
//
// A first run only reports what would be taken; the person then decides.
package djimport

import (
	"context"
	"fmt"
	"os"
	"time"

	"sonora/internal/intake"
	"sonora/internal/marks"
	"sonora/internal/music"
	"sonora/internal/store"
)

// Marks changes a person's marks. *desk.Service implements it.
type Marks interface {
	Change(ctx context.Context, v music.Viewer, trackIDs []string, change func(*marks.Kept)) error
}

// Playlists makes and reads playlists. *playlist.Service implements it.
type Playlists interface {
	Create(ctx context.Context, v music.Viewer, p *music.Playlist) (*music.Playlist, error)
	Add(ctx context.Context, v music.Viewer, id string, in music.Insertion) (*music.EntryChange, error)
	Files(ctx context.Context, v music.Viewer, id string) (*music.Playlist, []music.Candidate, error)
}

// Config holds the dependencies of a Service. All fields are required.
type Config struct {
	Store     *store.Store
	Marks     Marks
	Playlists Playlists
	// Locate provides the file of a track on the local disk until release is
	// called.
	Locate func(ctx context.Context, file *music.TrackFile) (local string, release func(), err error)
	Now    func() time.Time
	Folder string // for files while they are imported; it is emptied at the start
}

// Service imports and exports collections. It is safe for concurrent use.
type Service struct {
	Config
	*intake.Place
}

// New returns a Service. It deletes files that a server left behind when it was
// killed.
func New(c Config) (*Service, error) {
	place, err := intake.NewPlace(c.Folder)
	if err != nil {
		return nil, err
	}
	return &Service{c, place}, nil
}

// File is a file of a DJ program. Its content decides what it is.
type File struct {
	Name    string // as the person named it; crates are called like their files
	Content *os.File
}

// Options say what an import does.
type Options struct {
	Apply   bool // false: only report
	Replace bool // take also what replaces the person's own marks
}

// Report is the result of an import, or what it would be.
type Report struct {
	Applied             bool
	Tracks, Matched     int
	Ambiguous, NotFound int
	Taken               Counts
	Kept                int // tracks with marks of the person's own that stay as they are
	Skipped             int // tracks of which nothing is taken: own marks lie behind the end of the file, which was shortened
	LeftOut             int // marks that the desk cannot hold
	Invalid             int // marks of matched tracks that are impossible, such as a loop that ends before it begins
	Unread              int // files whose tags cannot be read
	Playlists           []List
	ListsLeftOut        int       // playlists beyond maxLists
	Missing             []Missing // the first maxMissing
	Next                string    // of ImportTags: where to go on; "" at the end
}

// Counts counts marks.
type Counts struct{ Cues, HotCues, Loops, Grids int }

func (c *Counts) add(other Counts) {
	c.Cues += other.Cues
	c.HotCues += other.HotCues
	c.Loops += other.Loops
	c.Grids += other.Grids
}

// List is a playlist or crate of a file.
type List struct {
	Name    string // with the folders that it is in
	Found   int
	Missing int
	LeftOut int  // tracks beyond those that a playlist may have
	Exists  bool // the person has a playlist of this name, which stays as it is

	tracks []string
}

// Missing is a track of a file without one in the library.
type Missing struct {
	Text   string
	Reason Reason
}

// Reason says why a track was not matched.
type Reason string

// The reasons.
const (
	NotFound  Reason = "not-found"
	Ambiguous Reason = "ambiguous" // several tracks fit equally well
)

const maxMissing = 10_000

// maxLists is the maximum number of playlists that one import makes. Importing the
// same files again makes further ones.
const maxLists = 2000

var errNoFiles = music.NewError(music.Invalid, "Choose at least one file.")

// errFormat returns the error for a file of no known program.
func errFormat(name string) *music.Error {
	return music.NewError(music.Invalid, "“%s” is not a file of rekordbox (XML), Traktor (NML), Serato (crate) or Mixxx (database), or it is damaged.", music.Shorten(music.OneLine(name, 0), maxShown))
}

const maxShown = 200 // characters

// Import reads files and reports what it takes of them. It returns Invalid for
// a file of no known program.
func (s *Service) Import(ctx context.Context, v music.Viewer, files []File, o Options) (*Report, error) {
	if len(files) == 0 {
		return nil, errNoFiles
	}
	leave, err := s.Enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	w := newWork(ctx, s, v, o)
	for _, f := range files {
		if err := w.read(f); err != nil {
			return nil, err
		}
	}
	return w.finish()
}

// tagPage is the number of tracks whose files ImportTags reads at once.
const tagPage = 200

// ImportTags reads what Serato wrote into the files of the library, a page of
// the tracks that the viewer may see per call. after is the Next of the report
// before.
func (s *Service) ImportTags(ctx context.Context, v music.Viewer, after string, o Options) (*Report, error) {
	done, err := s.Begin(v)
	if err != nil {
		return nil, err
	}
	defer done()
	page, err := s.Store.Tracks(ctx, v, music.TrackFilter{Sort: music.TracksByAdded}, music.Page{Limit: tagPage, After: after})
	if err != nil {
		return nil, err
	}
	w := newWork(ctx, s, v, o)
	ids := make([]string, len(page.Items))
	for i := range page.Items {
		ids[i] = page.Items[i].ID
	}
	w.report.Tracks, w.report.Matched, w.report.Next = len(ids), len(ids), page.Next
	if err := w.takeTags(ids); err != nil {
		return nil, err
	}
	return w.finish()
}

// finish takes what was read, or counts what would be taken.
func (w *work) finish() (*Report, error) {
	if err := w.takeMarks(); err != nil {
		return nil, fmt.Errorf("take marks: %w", err)
	}
	if err := w.takeLists(); err != nil {
		return nil, fmt.Errorf("take playlists: %w", err)
	}
	w.report.Applied = w.options.Apply
	return w.report, nil
}
