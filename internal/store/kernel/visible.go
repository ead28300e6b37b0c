package kernel

import (
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// CanHearEpisode adds the rule of who may hear the episode e of the podcast p:
// who sees the podcast, once it is out; what is not, who manages it.
func (q *Query) CanHearEpisode(v music.Viewer, now time.Time) *Query {
	q.CanSeePodcast(v).Add(" and (")
	if v.IsAdmin() {
		q.Add("p.owner is not null or ")
	} else if v.SignedIn() {
		q.Add("p.owner = "+AccountSeq+" or ", v.AccountID)
	}
	return q.IsPublished(now).Add(")")
}

// IsPublished adds that the episode e is published by a time.
func (q *Query) IsPublished(now time.Time) *Query {
	return q.Add("e.state = 'published' or (e.state = 'scheduled' and e.published_at <= ?)", Millis(now))
}

// CanPlayMix adds the rule of who may see the mix m: visitors what is active and
// public, members what is active, admins everything.
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

// CanFindMix adds the rule of which mixes m are in the lists somebody listens
// by: what they may see, but no show that its DJ did not publish.
func (q *Query) CanFindMix(v music.Viewer) *Query {
	q.CanPlayMix(v)
	if v.IsAdmin() {
		q.Add(" and (m.is_active or not exists (select 1 from recording r where r.mix = m.id and r.mix <> ''))")
	}
	return q
}

// CanSeePodcast adds the rule of who may see the podcast p: visitors what is
// published here for everybody, members that and the feeds of others that are
// nobody's own, and everybody what is theirs. A private feed is of one person,
// also before the operator.
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

// CanManageRecording adds the rule of who may see and change the recording r.
func (q *Query) CanManageRecording(v music.Viewer) *Query {
	q.Add("r.state <> '" + string(station.RecordingGone) + "'")
	if v.IsAdmin() {
		return q
	}
	return q.Add(" and (a.id = ? or o.id = ?)", v.AccountID, v.AccountID)
}

// CanHearStation adds the rule of who may see the station s: visitors what is
// public, members everything.
func (q *Query) CanHearStation(v music.Viewer) *Query {
	if v.SignedIn() {
		return q.Add("true")
	}
	return q.Add("s.is_public")
}

// CanSee adds the rule of who may see the track t, apart from whether its
// file is there: visitors what is public, members the operator's library and
// their own uploads, admins everything.
func (q *Query) CanSee(v music.Viewer) *Query {
	switch {
	case v.IsAdmin():
		return q.Add("true")
	case v.SignedIn():
		return q.Add("(t.is_public or t.owner is null or t.owner = ?)", v.AccountID)
	default:
		return q.Add("t.is_public")
	}
}

// CanList is canSee for lists, which do not show tracks without a file.
func (q *Query) CanList(v music.Viewer) *Query {
	return q.Add("t.missing_at = 0 and ").CanSee(v)
}

// CountColumn is the column of an album, artist or genre that counts the
// tracks a viewer may see; a member's own uploads are not in it.
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

// HasTracks adds the rule that an album or artist is shown to those who may
// see one of its tracks. own finds tracks "o" of the row, for a member whose
// uploads are all there is.
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
