package radio

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/mix"
	"sonora/internal/radio/playout"
	"sonora/internal/station"
)

// errNoPlanner is the error of a server without a planner.
var errNoPlanner = music.NewError(music.Unavailable, "This server has no AutoDJ.")

// maxMissing is how many slots in a row may have missing files before the
// station gives up.
const maxMissing = 20

// next returns what the AutoDJ plays at a moment, as an item for the mixer.
// held are the items that the mixer has.
func (s *Service) next(ctx context.Context, st *station.Station, at time.Time, held []string) (*mix.Item, error) {
	if s.Planner == nil {
		return nil, errNoPlanner
	}
	var unread error // why the file of a slot is not known
	for range maxMissing {
		slot, err := s.Planner.Next(ctx, st.ID, at, held)
		if err != nil {
			return nil, err
		}
		item, err := s.item(ctx, st.ID, &slot)
		if err == nil { // a slot that is not held goes back to the plan
			s.readAhead(st.ID)
			return item, nil
		}
		switch music.CodeOf(err) {
		case music.NotFound:
		case music.Unavailable: // the slot waits until the database can be read: it goes back with the next call
			held, unread = append(slices.Clip(held), slot.ID), err
			continue
		default:
			return nil, err
		}
		if err := s.Planner.Missing(ctx, st.ID, &slot, time.Now(), music.Say("The file of this track is not available right now.")); err != nil {
			return nil, err
		}
	}
	if unread != nil {
		return nil, unread
	}
	return nil, errAllMissing
}

var errAllMissing = music.NewError(music.Unavailable, "None of the files in the lists of this station can be played.")

// item prepares a slot for the mixer. The error has the code NotFound if its
// file is missing.
func (s *Service) item(ctx context.Context, stationID string, slot *station.Slot) (*mix.Item, error) {
	choice := choiceOf(slot)
	var err error
	if choice.From, choice.Until, err = s.hardStarts(ctx, stationID, slot.At); err != nil {
		return nil, err
	}
	file, err := s.files.find(ctx, stationID, slot.TrackID)
	if err != nil {
		return nil, err
	}
	item := &mix.Item{ID: slot.ID, TrackID: slot.TrackID, Kind: kindOf(slot), Meta: choice, Sound: file.sound}
	item.Open = func(ctx context.Context) (string, func(), error) { return s.Local(ctx, file.TrackFile) }
	return item, nil
}

// readAhead remembers the files that a station is planned to play, in the background.
func (s *Service) readAhead(stationID string) {
	s.history.enqueue(func(ctx context.Context) {
		err := s.files.readAhead(ctx, stationID, s.Planner.Ahead(stationID))
		if err != nil && music.CodeOf(err) != music.Unavailable {
			s.Log.Warn("read the files of planned tracks failed", "station", stationID, "error", err)
		}
	})
}

// hardStarts returns the hard start at which an item planned for a moment begins,
// and the one that cuts it off. Zero means none.
func (s *Service) hardStarts(ctx context.Context, stationID string, at time.Time) (from, until time.Time, err error) {
	until, err = s.Planner.HardStart(ctx, stationID, time.Now())
	if err != nil || until.IsZero() || until.Sub(at) > time.Second {
		return time.Time{}, until, err
	}
	from = until
	until, err = s.Planner.HardStart(ctx, stationID, from)
	return from, until, err
}

func kindOf(slot *station.Slot) mix.Kind {
	switch {
	case slot.Over:
		return mix.Voice
	case slot.Kind.IsSong():
		return mix.Music
	}
	return mix.Jingle
}

// sources are the play sources that listeners are told, by slot kind.
var sources = map[station.SlotKind]string{
	station.SlotMusic: "autodj", station.SlotRequest: "request",
}

func choiceOf(slot *station.Slot) *playout.Choice {
	source := sources[slot.Kind]
	if source == "" {
		source = "jingle"
	}
	reason, err := json.Marshal(map[string]any{"text": slot.Reason, "list": slot.ListID, "show": slot.ShowID, "request": slot.RequestID})
	if err != nil {
		reason = nil // strings always marshal
	}
	return &playout.Choice{
		ID: slot.ID, TrackID: slot.TrackID, Artist: slot.Artist, Title: slot.Title, Source: source,
		Reason: string(reason), Words: slot.Reason, Seconds: slot.Length, Slot: slot,
	}
}
