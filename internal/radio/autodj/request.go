package autodj

import (
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// playRequest adds the first request that breaks no rule. It adds none after
// another request or at the beginning of a show, so that the station keeps its
// character, and it does not change the next song, which people already see.
func (p *planner) playRequest() bool {
	if len(p.Requests) == 0 || p.state.Asked || p.songCount == 0 && len(p.kept) > 0 || p.partAt(p.at).live() || p.opensShow() {
		return false
	}
	p.expectKept()
	for i := range p.Requests {
		w := &p.Requests[i]
		k := keysOf(w.Song.ArtistID, w.Song.Artist, w.Song.AlbumID, w.Song.Title)
		end := p.at.Add(time.Duration(w.Song.Seconds * float64(time.Second)))
		v := p.memory.judge(&w.Song, k, p.at, end, p.state.Last, p.state.Songs, 0)
		if v.breach > recent || !p.hardBefore(p.at, end).IsZero() {
			if w.Reason.IsZero() {
				w.Reason = waits(v.breach)
			}
			continue
		}
		slot := slotFor(&w.Song, station.SlotRequest)
		slot.ID, slot.RequestID, slot.Reason = w.ID, w.ID, reasonAsked
		if w.Votes > 1 {
			slot.Reason = music.Say("It was requested, with %d votes.", w.Votes)
		}
		p.Requests = slices.Delete(slices.Clone(p.Requests), i, i+1)
		return p.emit(slot) == nil // without a playlist, emit reads nothing
	}
	return false
}

// opensShow reports whether the next song is the first one of a show, which has
// to come from the show's own playlists.
func (p *planner) opensShow() bool {
	show := p.partAt(p.at).show()
	return show != nil && show.Kind == station.ShowAutoDJ && show.ID != p.state.Show
}

// live reports whether a live show is scheduled.
func (p *part) live() bool { return p != nil && p.Show.Kind == station.ShowLive }
