package library

import (
	"cmp"
	"context"
	"slices"

	"sonora/internal/music"
)

// maxHeld limits how many files wait for the end of reading before they are
// matched.
const maxHeld = 5000

// matcher finds the track to which a new or changed file belongs. A track is
// identified by its sound, so it keeps its likes and plays when files are
// moved, renamed, swapped, or moved and retagged.
type matcher struct {
	missing func(ctx context.Context, keys []uint64) (map[uint64][]music.KnownFile, error) // tracks missing since earlier scans; nil if there are none

	tracks map[uint64][]*lostTrack
	byID   map[string]*lostTrack
	asked  map[uint64]bool // keys that were looked up with missing
	held   []*readFile
}

// lostTrack is a track that has lost its file.
type lostTrack struct {
	music.KnownFile
	plan *plan // of the root that lost it; nil for an earlier scan
	// pending means that the path exists but the file changed. Whether it still
	// contains the same sound is known once the file was read.
	pending bool
	claimed bool // it has a file again
}

// newMatcher returns a matcher for the tracks whose path is gone or changed.
func newMatcher(plans []*plan) *matcher {
	m := &matcher{tracks: map[uint64][]*lostTrack{}, byID: map[string]*lostTrack{}, asked: map[uint64]bool{}}
	for _, p := range plans {
		for _, k := range p.vanished {
			m.add(&lostTrack{KnownFile: k, plan: p})
		}
		for _, f := range p.folders {
			for _, t := range f.tasks {
				if t.known != nil && t.known.TrackID != "" {
					m.add(&lostTrack{KnownFile: *t.known, plan: p, pending: true})
				}
			}
		}
		for _, id := range p.back {
			m.byID[id] = &lostTrack{claimed: true}
		}
	}
	return m
}

func (m *matcher) add(t *lostTrack) {
	if m.byID[t.TrackID] == nil {
		m.byID[t.TrackID] = t
		m.tracks[t.AudioKey] = append(m.tracks[t.AudioKey], t)
	}
}

// match matches files that were just read as far as possible, and returns those
// that can be saved. The others wait for assign.
func (m *matcher) match(ctx context.Context, files []*readFile) ([]*readFile, error) {
	if err := m.recall(ctx, files); err != nil {
		return nil, err
	}
	var ready []*readFile
	for _, f := range files {
		if m.settle(f) {
			ready = append(ready, f)
		} else {
			m.held = append(m.held, f)
		}
	}
	if len(m.held) >= maxHeld {
		ready = append(ready, m.assign()...)
	}
	return ready, nil
}

// recall looks up tracks that went missing in earlier scans and have the same
// audio key as these files.
func (m *matcher) recall(ctx context.Context, files []*readFile) error {
	if m.missing == nil {
		return nil
	}
	var keys []uint64
	for _, f := range files {
		if f.isDisplaced() && !m.asked[f.Audio.AudioKey] {
			m.asked[f.Audio.AudioKey] = true
			keys = append(keys, f.Audio.AudioKey)
		}
	}
	if len(keys) == 0 {
		return nil
	}
	found, err := m.missing(ctx, keys)
	if err != nil {
		return err
	}
	for _, list := range found {
		for _, k := range list {
			m.add(&lostTrack{KnownFile: k})
		}
	}
	return nil
}

// settle reports whether a file can be saved now, as the track at its path or
// as the track that it obviously is.
func (m *matcher) settle(f *readFile) bool {
	own := m.ownTrack(f)
	if own != nil {
		own.pending = false
		own.claimed = f.Audio != nil && f.Audio.AudioKey == own.AudioKey
	}
	switch {
	case f.Audio == nil, own != nil && own.claimed:
		return true
	case own != nil:
		return false // a different sound at a known path: was the file replaced or moved?
	}
	candidates := m.candidates(f)
	for _, t := range candidates {
		if !t.pending && t.Size == f.Size && t.Name == f.Name && baseName(t.Folder) == baseName(f.Folder) {
			f.claim(t)
			return true
		}
	}
	return len(candidates) == 0
}

// assign matches the waiting files with tracks, the most similar pairs first,
// and returns them, moved files before those that may take their paths.
func (m *matcher) assign() []*readFile {
	type pair struct {
		file  *readFile
		track *lostTrack
	}
	var pairs []pair
	for _, f := range m.held {
		for _, t := range m.candidates(f) {
			if !t.pending {
				pairs = append(pairs, pair{f, t})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return cmp.Compare(likeness(b.file, b.track), likeness(a.file, a.track))
	})
	for _, p := range pairs {
		if p.file.MovedFrom == "" && !p.track.claimed {
			p.file.claim(p.track)
		}
	}
	files := m.held
	m.held = nil
	slices.SortStableFunc(files, func(a, b *readFile) int {
		return cmp.Or(movedFirst(a, b), cmp.Compare(a.folder.plan.root.ID, b.folder.plan.root.ID))
	})
	for _, f := range files {
		if own := m.ownTrack(f); f.MovedFrom == "" && own != nil {
			own.claimed = true // replaced in its place
		}
	}
	return files
}

// lost returns the tracks whose file is gone and that match no other file.
func (m *matcher) lost() []string {
	var ids []string
	for id, t := range m.byID {
		unsure := t.plan != nil && t.plan.down.Load() // it may be among the unread files
		if !t.claimed && !t.pending && !t.Missing && !unsure {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// candidates returns the tracks without a file that have the same audio key as
// f and also its size or its name. The same size means that the tags are
// unchanged too.
func (m *matcher) candidates(f *readFile) []*lostTrack {
	var found []*lostTrack
	for _, t := range m.tracks[f.Audio.AudioKey] {
		if !t.claimed && (t.Size == f.Size || t.Name == f.Name) {
			found = append(found, t)
		}
	}
	return found
}

// ownTrack returns the track at the path of a file, or nil if there is none.
func (m *matcher) ownTrack(f *readFile) *lostTrack {
	if f.known == nil || f.known.TrackID == "" {
		return nil
	}
	return m.byID[f.known.TrackID]
}

// likeness orders pairs: the same bytes, the same name, the same folder name.
func likeness(f *readFile, t *lostTrack) int {
	n := 0
	if t.Size == f.Size {
		n += 4
	}
	if t.Name == f.Name {
		n += 2
	}
	if baseName(t.Folder) == baseName(f.Folder) {
		n++
	}
	return n
}

func movedFirst(a, b *readFile) int {
	switch {
	case (a.MovedFrom == "") == (b.MovedFrom == ""):
		return 0
	case b.MovedFrom == "":
		return -1
	default:
		return 1
	}
}

func baseName(folder string) string {
	_, name := splitPath(folder)
	return name
}

// isDisplaced reports whether the path of a file does not identify its track.
func (f *readFile) isDisplaced() bool {
	return f.Audio != nil && (f.known == nil || f.known.TrackID == "" || f.known.AudioKey != f.Audio.AudioKey)
}

// claim assigns the file to the track.
func (f *readFile) claim(t *lostTrack) {
	t.claimed = true
	f.MovedFrom = t.TrackID
}
