package djimport

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/rekordbox"
	"sonora/internal/marks"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// Selection says what to export. Without playlists and tracks it is everything
// that the viewer may see, with their playlists.
type Selection struct {
	PlaylistIDs, TrackIDs []string
	// Folder is where the library lies on the computer of the DJ, such as
	// /Users/me/Music. Paths begin with it.
	Folder string
	// Version is that of this program.
	Version string
}

// MaxSelection is the maximum number of playlists, and of tracks, that a
// selection names.
const MaxSelection = 1000

var errManySelected = music.NewError(music.Invalid, "Select up to %d playlists and tracks.", MaxSelection)

// list is a playlist to export.
type list struct {
	name string
	ids  []string
}

// Export is a collection to write.
type Export struct {
	service *Service
	viewer  music.Viewer
	where   Selection
	ids     []string // of the tracks, each once
	lists   []list
}

// Select collects what to export. It returns NotFound if the viewer may not see
// a playlist.
func (s *Service) Select(ctx context.Context, v music.Viewer, what Selection) (*Export, error) {
	if len(what.PlaylistIDs) > MaxSelection || len(what.TrackIDs) > MaxSelection {
		return nil, errManySelected
	}
	e := &Export{service: s, viewer: v, where: what}
	playlistIDs := what.PlaylistIDs
	var tracks []string
	if len(playlistIDs)+len(what.TrackIDs) == 0 {
		var err error
		if tracks, playlistIDs, err = s.everything(ctx, v); err != nil {
			return nil, err
		}
	}
	tracks = append(tracks, what.TrackIDs...)
	for _, id := range playlistIDs {
		p, files, err := s.Playlists.Files(ctx, v, id)
		if err != nil {
			return nil, err
		}
		e.lists = append(e.lists, list{p.Name, ids(files)})
		tracks = append(tracks, ids(files)...)
	}
	var err error
	e.ids, err = s.visible(ctx, v, tracks)
	return e, err
}

// visible returns the tracks that the viewer may see, each once, in order.
func (s *Service) visible(ctx context.Context, v music.Viewer, trackIDs []string) (out []string, err error) {
	seen := map[string]bool{}
	for part := range slices.Chunk(trackIDs, batchSize) {
		part = slices.DeleteFunc(slices.Clone(part), func(id string) bool {
			before := seen[id]
			seen[id] = true
			return before || strings.ContainsRune(id, 0)
		})
		files, err := s.Store.FilesOf(ctx, v, part)
		if err != nil {
			return nil, err
		}
		out = append(out, ids(files)...)
	}
	return out, nil
}

// everything returns all tracks that the viewer may see, and their playlists.
func (s *Service) everything(ctx context.Context, v music.Viewer) (tracks, playlists []string, err error) {
	for page := (music.Page{Limit: music.MaxPageSize}); ; {
		list, err := s.Store.Tracks(ctx, v, music.TrackFilter{Sort: music.TracksByAdded}, page)
		if err != nil {
			return nil, nil, err
		}
		for i := range list.Items {
			tracks = append(tracks, list.Items[i].ID)
		}
		if page.After = list.Next; page.After == "" {
			break
		}
	}
	for page := (music.Page{Limit: music.MaxPageSize}); ; {
		list, err := s.Store.Playlists(ctx, v.AccountID, page)
		if err != nil {
			return nil, nil, err
		}
		for i := range list.Items {
			playlists = append(playlists, list.Items[i].ID)
		}
		if page.After = list.Next; page.After == "" {
			return tracks, playlists, nil
		}
	}
}

// WriteTo writes the collection as rekordbox XML.
func (e *Export) WriteTo(ctx context.Context, w io.Writer) error {
	x := rekordbox.NewWriter(w, "Sonora", e.where.Version, len(e.ids))
	keys := make(map[string]string, len(e.ids)) // rekordbox wants numbers
	for i, id := range e.ids {
		keys[id] = strconv.Itoa(i + 1)
	}
	for part := range slices.Chunk(e.ids, batchSize) {
		if err := e.writeTracks(ctx, x, part, keys); err != nil {
			return err
		}
	}
	for _, l := range e.lists {
		p := &collection.Playlist{Name: l.name}
		for _, id := range l.ids {
			if key := keys[id]; key != "" {
				p.Tracks = append(p.Tracks, key)
			}
		}
		if err := x.Playlist(p); err != nil {
			return err
		}
	}
	return x.Close()
}

// writeTracks writes a part of the tracks. A track that was deleted since they
// were counted stays as an entry without content.
func (e *Export) writeTracks(ctx context.Context, x *rekordbox.Writer, part []string, keys map[string]string) error {
	db := e.service.Store
	files, err := db.CandidatesByID(ctx, e.viewer, part)
	if err != nil {
		return err
	}
	analyses, err := db.TrackAnalyses(ctx, e.viewer, part)
	if err != nil {
		return err
	}
	kept, err := db.MarksOf(ctx, e.viewer, part)
	if err != nil {
		return err
	}
	sounds, own := map[string]*sound.TrackAnalysis{}, map[string]*marks.Marks{}
	for i := range analyses {
		sounds[analyses[i].TrackID] = &analyses[i]
	}
	for i := range kept {
		own[kept[i].TrackID] = &kept[i].Marks
	}
	for _, id := range part {
		t := &collection.Track{}
		if found := files[id]; len(found) == 1 {
			t = e.track(&found[0], sounds[id], own[id])
		}
		t.Key = keys[id]
		if err := x.Track(t); err != nil {
			return err
		}
	}
	return nil
}

// track converts a track with the person's marks. Without a beat grid of their
// own it has the one of the analysis.
func (e *Export) track(c *music.Candidate, a *sound.TrackAnalysis, m *marks.Marks) *collection.Track {
	t := &collection.Track{
		Location: strings.TrimRight(e.where.Folder, `/\`) + "/" + strings.TrimPrefix(c.Folder+"/"+c.Name, "/"),
		Title:    c.Title, Artist: c.Artist, Album: c.Album, Duration: c.Duration.Seconds(),
	}
	if m == nil {
		m = &marks.Marks{}
	}
	var measured *sound.Analysis
	if a != nil {
		measured = a.Measured
	}
	usual, _ := shifts(c.Name, measured, rekordbox.Origin)
	if m.Cue != nil {
		t.SetCue(*m.Cue - usual)
	}
	taken := map[int]bool{} // pads: those of the hot cues first
	for _, cue := range m.HotCues {
		taken[cue.Slot] = true
		t.AddHotCue(collection.HotCue{Slot: cue.Slot, At: cue.At - usual, Name: cue.Name, Color: cue.Color})
	}
	for _, l := range m.Loops {
		t.AddLoop(collection.Loop{From: l.From - usual, To: l.To - usual, Name: l.Name, Pad: freePad(l.Pad, taken)})
	}
	for _, p := range tempos(m.Grid, a) {
		p.At -= usual
		t.AddTempo(p)
	}
	if len(t.Grid) > 0 {
		t.BPM = t.Grid[0].BPM
	}
	return t
}

// freePad takes a pad, or returns nil if another mark has it.
func freePad(pad *int, taken map[int]bool) *int {
	if pad == nil || taken[*pad] {
		return nil
	}
	taken[*pad] = true
	return pad
}

// tempos returns the beat grid of a track: the person's own, the corrected one,
// or the measured one.
func tempos(own *marks.Grid, a *sound.TrackAnalysis) (out []collection.Tempo) {
	g := own
	if g == nil {
		if g = effective(a); g == nil {
			return nil
		}
	}
	meter := max(g.Meter, 1)
	index := 0 // of the segment's first beat
	for _, s := range g.Segments {
		out = append(out, collection.Tempo{At: s.Start, BPM: s.BPM, Beat: modulo(index-g.Downbeat, meter) + 1, Meter: meter})
		index += s.Beats
	}
	return out
}

func effective(a *sound.TrackAnalysis) *marks.Grid {
	if a == nil || a.Measured == nil {
		return nil
	}
	g := &marks.Grid{Segments: a.Measured.Grid, Downbeat: a.Measured.Downbeat, Meter: a.Measured.Meter}
	if len(a.Edit.Grid) > 0 {
		g.Segments = a.Edit.Grid
	}
	if a.Edit.Downbeat != nil {
		g.Downbeat = *a.Edit.Downbeat
	}
	if a.Edit.Meter != nil {
		g.Meter = *a.Edit.Meter
	}
	return g
}
