package djimport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/mixxx"
	"sonora/internal/codec/rekordbox"
	"sonora/internal/codec/serato"
	"sonora/internal/codec/traktor"
	"sonora/internal/marks"
	"sonora/internal/media/tag"
	"sonora/internal/music"
	store "sonora/internal/store/mixxx"
)

// work is one import.
type work struct {
	*Service
	ctx     context.Context //nolint:containedctx // of the import that this is; codecs call back without one
	viewer  music.Viewer
	options Options
	report  *Report

	origin   collection.Origin // of the file that is read
	fromTags bool              // the marks of its tracks are in their files
	batch    []collection.Track
	keys     map[string]string // tracks of the library by their key in the file
	places   map[string]string // and by their location
	plan     map[string]planned
}

// planned is the marks to take over for a track of a length.
type planned struct {
	marks  marks.Marks
	length time.Duration
}

func newWork(ctx context.Context, s *Service, v music.Viewer, o Options) *work {
	return &work{Service: s, ctx: ctx, viewer: v, options: o, report: &Report{}, plan: map[string]planned{}}
}

// batchSize is the number of tracks that are matched at once.
const batchSize = 500

// sniffed is how many bytes at the beginning of a file decide what it is.
const sniffed = 4 << 10

// read reads a file of a DJ program.
func (w *work) read(f File) error {
	w.keys, w.places, w.fromTags = map[string]string{}, map[string]string{}, false
	begin := make([]byte, sniffed)
	n, err := f.Content.ReadAt(begin, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read uploaded file: %w", err)
	}
	begin = begin[:n]
	text, err := io.ReadAll(collection.FromUTF16(bytes.NewReader(begin)))
	if err != nil {
		return fmt.Errorf("read uploaded file: %w", err)
	}
	content := io.NewSectionReader(f.Content, 0, 1<<62)
	switch {
	case bytes.HasPrefix(begin, []byte("SQLite format 3\x00")):
		w.origin = mixxx.Origin
		err = store.Read(w.ctx, f.Content.Name(), w)
	case bytes.HasPrefix(begin, []byte("vrsn")):
		w.origin, w.fromTags = serato.Origin, true
		err = serato.ParseCrate(content, f.Name, w)
	case bytes.Contains(text, []byte("<DJ_PLAYLISTS")):
		w.origin = rekordbox.Origin
		err = rekordbox.Parse(content, w)
	case bytes.Contains(text, []byte("<NML")):
		w.origin = traktor.Origin
		err = traktor.Parse(content, w)
	default:
		return errFormat(f.Name)
	}
	if errors.Is(err, collection.ErrFormat) {
		return errFormat(f.Name).Because(err)
	}
	if err != nil {
		return err
	}
	return w.flush()
}

// Track implements collection.Sink.
func (w *work) Track(t *collection.Track) error {
	w.batch = append(w.batch, *t)
	if len(w.batch) < batchSize {
		return nil
	}
	return w.flush()
}

// flush matches the tracks that were read.
func (w *work) flush() error {
	batch := w.batch
	w.batch = nil
	if len(batch) == 0 {
		return nil
	}
	m, err := w.lookUp(batch)
	if err != nil {
		return err
	}
	found := map[string]*match{}
	for i := range batch {
		t := &batch[i]
		w.report.Tracks++
		c, reason := m.find(t)
		if c == nil {
			w.miss(t, reason)
			continue
		}
		w.report.Matched++
		w.keys[t.Key], w.places[t.Location] = c.ID, c.ID
		if _, known := w.plan[c.ID]; !known && found[c.ID] == nil {
			found[c.ID] = &match{t, c}
		}
	}
	if w.fromTags {
		return w.takeTags(slices.Sorted(maps.Keys(found)))
	}
	return w.convert(found)
}

// match is a track of a file with the one in the library.
type match struct {
	track     *collection.Track
	candidate *music.Candidate
}

func (w *work) miss(t *collection.Track, reason Reason) {
	if reason == Ambiguous {
		w.report.Ambiguous++
	} else {
		w.report.NotFound++
	}
	if len(w.report.Missing) < maxMissing {
		w.report.Missing = append(w.report.Missing, Missing{textOf(t), reason})
	}
}

// textOf returns a description by which people recognise a track.
func textOf(t *collection.Track) string {
	text := t.Location
	if t.Title != "" {
		text = strings.TrimPrefix(t.Artist+" - ", " - ") + t.Title
	}
	return music.Shorten(music.OneLine(text, 0), maxShown)
}

// convert plans the marks of matched tracks.
func (w *work) convert(found map[string]*match) error {
	for id, m := range found {
		w.report.Invalid += m.track.Invalid
		w.report.LeftOut += m.track.Excess
		if !hasMarks(m.track) {
			delete(found, id)
		}
	}
	known, err := w.analyses(slices.Sorted(maps.Keys(found)))
	if err != nil {
		return err
	}
	for id, m := range found {
		given, leftOut := marksOf(m.track, m.candidate, known[id], w.origin)
		w.report.LeftOut += leftOut
		if !given.IsZero() {
			w.plan[id] = planned{given, m.candidate.Duration}
		}
	}
	return nil
}

func hasMarks(t *collection.Track) bool {
	return t.Cue != nil || len(t.HotCues)+len(t.Memory)+len(t.Loops)+len(t.Grid) > 0
}

// takeTags plans the marks that Serato wrote into the files of tracks.
func (w *work) takeTags(ids []string) error {
	candidates, err := w.Store.CandidatesByID(w.ctx, w.viewer, ids)
	if err != nil {
		return err
	}
	found := map[string]*match{}
	for id, list := range candidates {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		t, err := w.tagsOf(id)
		if err != nil {
			return err
		}
		if t != nil {
			found[id] = &match{t, &list[0]}
		}
	}
	w.origin = serato.Origin
	return w.convert(found)
}

// tagsOf returns the marks in the tags of a track's file; nil for none. It counts
// files that cannot be read.
func (w *work) tagsOf(id string) (*collection.Track, error) {
	file, err := w.Store.TrackFile(w.ctx, w.viewer, id)
	if music.CodeOf(err) == music.NotFound {
		return nil, nil // deleted meanwhile
	}
	if err != nil {
		return nil, err
	}
	local, release, err := w.Locate(w.ctx, file)
	if err != nil {
		w.report.Unread++
		return nil, w.ctx.Err()
	}
	defer release()
	_, fields, err := tag.ReadExtra(local, serato.IsField)
	if err != nil {
		w.report.Unread++
		return nil, nil
	}
	if len(fields) == 0 {
		return nil, nil
	}
	return serato.ReadTags(fields), nil
}

// Playlist implements collection.Sink.
func (w *work) Playlist(p *collection.Playlist) error {
	if err := w.flush(); err != nil {
		return err
	}
	ids := w.keys
	if p.ByLocation {
		ids = w.places
	}
	list := List{Name: listName(p)}
	for _, key := range p.Tracks {
		if id := ids[key]; id != "" {
			list.tracks = append(list.tracks, id)
		} else {
			list.Missing++
		}
	}
	list.Found = len(list.tracks)
	w.report.Playlists = append(w.report.Playlists, list)
	return nil
}

const (
	maxListName = 100 // characters
	inFolder    = " / "
)

// listName returns the name of a playlist with those of its folders, because
// Sonora's playlists have no folders. Of a long one the end counts.
func listName(p *collection.Playlist) string {
	name := music.OneLine(strings.Join(append(slices.Clone(p.Folders), p.Name), inFolder), 0)
	if runes := []rune(name); len(runes) > maxListName {
		name = string(runes[len(runes)-maxListName:])
	}
	if name = strings.TrimSpace(name); name == "" {
		return "DJ"
	}
	return name
}
