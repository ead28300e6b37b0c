package automix

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"sonora/internal/automix/plan"
	"sonora/internal/music"
	"sonora/internal/setlist"
)

// The bounds of people's wishes.
const (
	minTracks     = 2
	minMinutes    = 5
	maxMinutes    = 180
	estimateSlack = 30 * time.Minute // by which the estimated length of tracks may exceed maxMinutes
	usualMinutes  = 60               // length of a mix whose description names none
	maxPrompt     = 500
	maxTitle      = 80   // maximum number of characters of a title made from a description
	overlap       = 15.0 // s by which a track usually overlaps with the previous one
)

// Wishes hold what a person asked for.
type Wishes struct {
	PlaylistID string      `json:"playlistId,omitempty"` // exactly one of these three is set
	TrackIDs   []string    `json:"trackIds,omitempty"`
	Prompt     string      `json:"prompt,omitempty"`
	KeepOrder  bool        `json:"keepOrder,omitempty"`
	Minutes    int         `json:"minutes,omitempty"` // 0 for all tracks
	Curve      plan.Curve  `json:"curve,omitempty"`   // "" for none
	First      string      `json:"first,omitempty"`   // track to begin with, or ""
	Last       string      `json:"last,omitempty"`    // track to end with, or ""
	Bars       int         `json:"bars,omitempty"`    // the longest blend; 0 for as many as fit
	Understood *Understood `json:"understood,omitempty"`
	Chosen     []string    `json:"chosen,omitempty"`   // IDs of the chosen tracks
	Unknown    []string    `json:"unknown,omitempty"`  // those of TrackIDs that the person may not see
	Repeated   int         `json:"repeated,omitempty"` // how many tracks were named again, which the mix does not repeat
	Unread     int         `json:"unread,omitempty"`   // how many tracks at the end of the playlist were not considered
	Estimate   float64     `json:"estimate,omitempty"` // s that the chosen tracks last together, approximately
}

// Order creates an automix of the viewer and queues the job that makes it.
// title may be "". It returns Forbidden for more minutes than the viewer's plan allows
// this month.
func (s *Service) Order(ctx context.Context, v music.Viewer, title string, w Wishes) (*Made, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	if title != "" {
		var err error
		if title, err = checkTitle(title); err != nil {
			return nil, err
		}
	}
	named, tracks, err := s.choose(ctx, v, &w)
	if err != nil {
		return nil, err
	}
	if tracks, err = w.cut(tracks); err != nil {
		return nil, err
	}
	w.Estimate = total(tracks).Seconds()
	w.Chosen = nil
	for i := range tracks {
		w.Chosen = append(w.Chosen, tracks[i].ID)
	}
	wishes, err := json.Marshal(w)
	if err != nil {
		return nil, err
	}
	if title == "" {
		title = named
	}
	if err := s.admit(ctx, v, &w); err != nil {
		return nil, err
	}
	if err := s.checkQuota(ctx, v.AccountID, 1); err != nil {
		return nil, err
	}
	x := &setlist.Automix{OwnerID: v.AccountID, Title: title, Wishes: wishes, Tracks: len(tracks), CreatedAt: s.Now()}
	if err := s.Store.CreateAutomix(ctx, x, limits); err != nil {
		return nil, err
	}
	if err := s.enqueue(ctx, x); err != nil {
		return nil, err
	}
	s.tell(x)
	return decode(x)
}

// check returns an error that names the rules that the wishes break.
func (w *Wishes) check() error {
	f := music.FieldErrors{}
	w.Prompt = music.Tidy(w.Prompt)
	ways := 0
	for _, isGiven := range []bool{w.PlaylistID != "", len(w.TrackIDs) > 0, w.Prompt != ""} {
		if isGiven {
			ways++
		}
	}
	if ways != 1 {
		f.Add("non_field_errors", "Name a playlist, tracks or a description, and only one of these.")
	}
	if len(w.TrackIDs) == 1 || len(w.TrackIDs) > plan.MaxTracks {
		f.Add("trackIds", "A mix consists of %d to %d tracks.", minTracks, plan.MaxTracks)
	}
	f.CheckText("prompt", w.Prompt, maxPrompt)
	if w.Minutes != 0 {
		f.Within("minutes", float64(w.Minutes), minMinutes, maxMinutes)
	}
	if w.Curve != "" && !slices.Contains(plan.Curves, w.Curve) {
		f.Add("curve", "Choose flat, rise, peak or wave.")
	}
	checkBars(f, w.Bars)
	for field, id := range map[string]string{"first": w.First, "last": w.Last} {
		if id != "" && w.KeepOrder {
			f.Add(field, "The order is given. Leave this out, or let the server find the best order.")
		}
	}
	if w.First != "" && w.First == w.Last {
		f.Add("last", "A mix cannot begin and end with the same track.")
	}
	return f.Err()
}

func checkBars(f music.FieldErrors, bars int) {
	if !slices.Contains([]int{0, 4, 8, plan.MaxBars}, bars) {
		f.Add("bars", "Choose 4, 8 or 16.")
	}
}

// cut returns as many tracks as fit the length of the mix, but at least
// minTracks, including those to begin and end with.
func (w *Wishes) cut(tracks []music.Track) ([]music.Track, error) {
	f := music.FieldErrors{}
	for field, id := range map[string]string{"first": w.First, "last": w.Last} {
		if id != "" && !slices.ContainsFunc(tracks, func(t music.Track) bool { return t.ID == id }) {
			f.Add(field, "This track is not in the mix.")
		}
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	wanted := time.Duration(w.Minutes) * time.Minute
	var kept []music.Track
	count, length := 0, time.Duration(0)
	pinned := func(t *music.Track) bool { return t.ID != "" && (t.ID == w.First || t.ID == w.Last) }
	for i := range tracks {
		if pinned(&tracks[i]) {
			count++
			length += addedLength(&tracks[i])
		}
	}
	for i := range tracks {
		t := &tracks[i]
		if !pinned(t) {
			if wanted > 0 && length >= wanted && count >= minTracks || count == plan.MaxTracks {
				continue
			}
			count++
			length += addedLength(t)
		}
		kept = append(kept, *t)
	}
	if length > maxMinutes*time.Minute+estimateSlack {
		return nil, music.FieldError(music.Invalid, "minutes", music.Say("These tracks last longer than three hours. Choose a length, or fewer tracks."))
	}
	return kept, nil
}

// addedLength returns how much longer a track makes a mix, approximately.
func addedLength(t *music.Track) time.Duration {
	return max(t.Duration-time.Duration(overlap*float64(time.Second)), time.Second)
}

// titleOf returns the beginning of a description as a title.
func titleOf(prompt string) string {
	line := []rune(music.Tidy(prompt))
	for i, r := range line {
		if r == '\n' {
			line[i] = ' '
		}
	}
	if len(line) > maxTitle {
		return string(line[:maxTitle-1]) + "…"
	}
	return string(line)
}
