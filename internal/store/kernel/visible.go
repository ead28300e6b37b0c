package kernel

import (
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// CanHearEpisode adds the condition that the viewer may hear the episode e of
// the podcast p: people who can see the podcast, once the episode is published;
// before that, only its managers.
func (q *Query) CanHearEpisode(v music.Viewer, now time.Time) *Query {
	q.CanSeePodcast(v).Add(" and (")
	if v.IsAdmin() {
		q.Add("p.owner is not null or ")
	} else if v.SignedIn() {
		q.Add("p.owner = "+AccountSeq+" or ", v.AccountID)
	}
	return q.IsPublished(now).Add(")")
}

// IsPublished adds the condition that the episode e is published at a time.
func (q *Query) IsPublished(now time.Time) *Query {
	return q.Add("e.state = 'published' or (e.state = 'scheduled' and e.published_at <= ?)", Millis(now))
}

// CanPlayMix adds the condition that the viewer may see the mix m: visitors see
// active public mixes, members all active mixes, operators all mixes.
func (q *Query) CanPlayMix(v music.Viewer) *Query {
	switch {
	case v.IsAdmin():
		return q.Add("true")
	case v.SignedIn():
		return q.Add("m.is_active")
	default:
		return q.Add("m.is_active and m.is_public")
	}
}

// CanFindMix adds the condition that the mix m appears in the viewer's lists:
// they may see it, and it is not an unpublished recording.
func (q *Query) CanFindMix(v music.Viewer) *Query {
	q.CanPlayMix(v)
	if v.IsAdmin() {
		q.Add(" and (m.is_active or not exists (select 1 from recording r where r.mix = m.id and r.mix <> ''))")
	}
	return q
}

// CanSeePodcast adds the condition that the viewer may see the podcast p:
// visitors see public podcasts of this server; members see all public podcasts
// and feeds, and their own podcasts; operators see everything. A private feed is
// visible only to the person who subscribed to it, not even to operators.
func (q *Query) CanSeePodcast(v music.Viewer) *Query {
	switch {
	case v.IsAdmin():
		return q.Add("(p.private_to is null or p.private_to = "+AccountSeq+")", v.AccountID)
	case v.SignedIn():
		return q.Add("(p.private_to = "+AccountSeq+" or p.owner = "+AccountSeq+" or (p.private_to is null and p.is_public))", v.AccountID, v.AccountID)
	default:
		return q.Add("(p.owner is not null and p.is_public)")
	}
}

// CanManageRecording adds the condition that the viewer may see and change the
// recording r.
func (q *Query) CanManageRecording(v music.Viewer) *Query {
	q.Add("r.state <> '" + string(station.RecordingGone) + "'")
	if v.IsAdmin() {
		return q
	}
	return q.Add(" and (a.id = ? or o.id = ?)", v.AccountID, v.AccountID)
}

// CanHearStation adds the condition that the viewer may see the station s:
// visitors see public stations, members all stations.
func (q *Query) CanHearStation(v music.Viewer) *Query {
	if v.SignedIn() {
		return q.Add("true")
	}
	return q.Add("s.is_public")
}

// CanSee adds the condition that the viewer may see the track t, even if its
// file is missing: visitors see public tracks, members also the operator's
// library and their own uploads, operators all tracks. If it is for others, AI did
// not make the track here, or an operator approved it.
func (q *Query) CanSee(v music.Viewer) *Query {
	if v.ForOthers {
		v.ForOthers = false
		return q.Add("(not exists (select 1 from generation made where made.track_id = t.id and made.verdict <> 'approved') and ").CanSee(v).Add(")")
	}
	switch {
	case v.IsAdmin():
		return q.Add("true")
	case v.SignedIn():
		return q.Add("(t.is_public or t.owner is null or t.owner = ?)", v.AccountID)
	default:
		return q.Add("t.is_public")
	}
}

// CanList is CanSee for lists, which leave out tracks without a file.
func (q *Query) CanList(v music.Viewer) *Query {
	return q.Add("t.missing_at = 0 and ").CanSee(v)
}

// CountColumn returns the column of an album, artist or genre with the number
// of tracks that a viewer may see. It does not include a member's own uploads.
func CountColumn(v music.Viewer) string {
	switch {
	case v.IsAdmin():
		return "all_tracks"
	case v.SignedIn():
		return "tracks"
	default:
		return "public_tracks"
	}
}

// HasTracks adds the condition that the viewer may see a track of an album or
// artist, which is row t. own selects the tracks "o" of the row; it is needed
// for a member whose own uploads are its only tracks.
func (q *Query) HasTracks(v music.Viewer, t, own string) *Query {
	count := t + "." + CountColumn(v)
	if !v.SignedIn() || v.IsAdmin() {
		return q.Add(count + " > 0")
	}
	return q.Add("("+count+" > 0 or ("+t+".all_tracks > 0 and exists (select 1 from "+own+" and o.owner = ? and o.missing_at = 0)))", v.AccountID)
}

const (
	OwnAlbum  = "track o where o.album = al.seq"
	OwnArtist = "track_artist oa join track o on o.seq = oa.track where oa.artist = ar.seq and oa.role < 2"
)
