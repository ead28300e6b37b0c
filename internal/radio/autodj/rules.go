package autodj

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"sonora/internal/station"
)

// Rules hold the configuration of a station's AutoDJ.
type Rules struct {
	StationID string
	Options   station.Options
	Lists     []station.Playlist // in the order people gave them
	Calendar  Calendar
}

// digest identifies the rules. The plan is kept as long as the digest is the
// same.
func (r *Rules) digest() string {
	lists := slices.Clone(r.Lists)
	for i := range lists {
		lists[i].Name, lists[i].Entries = "", 0
	}
	shows := slices.Clone(r.Calendar.Shows)
	for i := range shows {
		shows[i].IsRecorded = false
	}
	o := r.Options
	b, err := json.Marshal([]any{
		lists, shows, r.Calendar.Zone.String(), o.CrossfadeSeconds, o.ArtistMinutes, o.AlbumMinutes, o.TitleMinutes, o.Requests,
	})
	if err != nil {
		return "" // plain values always marshal
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:12])
}

// inForce returns the playlists of a role that are in force during a show:
// those that the show names, otherwise all that are switched on. A show that
// names none of a role does not affect that role.
func (r *Rules) inForce(role station.Role, show *station.Show) []*station.Playlist {
	var named, on []*station.Playlist
	for i := range r.Lists {
		l := &r.Lists[i]
		if l.Role != role {
			continue
		}
		if show != nil && show.Kind == station.ShowAutoDJ && slices.Contains(show.Lists, l.ID) {
			named = append(named, l)
		}
		if l.IsEnabled {
			on = append(on, l)
		}
	}
	if len(named) > 0 {
		return named
	}
	return on
}

// separation returns the longest time for which any rule looks back.
func (r *Rules) separation() time.Duration {
	o := &r.Options
	return time.Duration(max(o.ArtistMinutes, o.AlbumMinutes, o.TitleMinutes, 60)) * time.Minute
}

// State is the position in a station's plan. It is stored as JSON.
type State struct {
	Songs     int64                `json:"songs"`   // number of songs played so far
	Bags      map[string]*Bag      `json:"bags"`    // by playlist
	Credits   map[string]int       `json:"credits"` // of music playlists; the highest one is due
	LastPlays map[string]LastPlay  `json:"turns"`   // of items between songs, by playlist
	Hours     map[string]time.Time `json:"hours"`   // of hourly playlists: the last time at which they were due
	Last      string               `json:"last"`    // ID of the last song's track
	Show      string               `json:"show"`    // show of the last song; "" for none
	Asked     bool                 `json:"asked"`   // the last song was a request
	Spoken    bool                 `json:"spoken"`  // a voice track came last: its song is next
}

// LastPlay is when an item of a playlist was last played.
type LastPlay struct {
	Songs int64     `json:"songs"`
	At    time.Time `json:"at"`
}

// clone returns a deep copy.
func (s *State) clone() State {
	c := *s
	c.Bags, c.Credits, c.LastPlays, c.Hours = map[string]*Bag{}, map[string]int{}, map[string]LastPlay{}, map[string]time.Time{}
	maps.Copy(c.Credits, s.Credits)
	maps.Copy(c.LastPlays, s.LastPlays)
	maps.Copy(c.Hours, s.Hours)
	for id, bag := range s.Bags {
		b := *bag
		b.Owed = slices.Clone(bag.Owed)
		c.Bags[id] = &b
	}
	return c
}
