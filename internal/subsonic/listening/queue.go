package listening

import (
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/player"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

// queue writes the caller's queue; current writes what plays of it.
func (a *API) queue(c *protocol.Call, w *answer.Writer, name string, current func(w *answer.Writer, q *player.Queue, tracks []music.Track)) error {
	username, err := things.Username(c, a.Store)
	if err != nil {
		return err
	}
	q, tracks, err := a.Listening.Queue(c, c.Viewer)
	if music.CodeOf(err) == music.NotFound {
		q, err = &player.Queue{ChangedAt: time.Unix(0, 0)}, nil // there is none
	}
	if err != nil {
		return err
	}
	w.Object(name, func() {
		if len(tracks) > 0 {
			current(w, q, tracks)
		}
		w.Int("position", q.Position.Milliseconds())
		w.Text("username", username)
		w.Time("changed", q.ChangedAt)
		w.Text("changedBy", q.ChangedBy)
		answer.List(w, "entry", tracks, things.Song)
	})
	return nil
}

func (a *API) getPlayQueue(c *protocol.Call, w *answer.Writer) error {
	return a.queue(c, w, "playQueue", func(w *answer.Writer, q *player.Queue, tracks []music.Track) { w.Text("current", tracks[q.Current].ID) })
}

func (a *API) getPlayQueueByIndex(c *protocol.Call, w *answer.Writer) error {
	return a.queue(c, w, "playQueueByIndex", func(w *answer.Writer, q *player.Queue, _ []music.Track) { w.Int("currentIndex", int64(q.Current)) })
}

// saveQueue saves the queue of a call, with its current position.
func (a *API) saveQueue(c *protocol.Call, ids []string, current int) error {
	ms, err := c.Number("position", 0, 0, protocol.MaxOffset)
	if err != nil {
		return err
	}
	return a.Listening.SaveQueue(c, c.Viewer, &player.Queue{TrackIDs: ids, Current: current, Position: time.Duration(ms) * time.Millisecond, ChangedBy: appOf(c)})
}

func (a *API) savePlayQueue(c *protocol.Call, _ *answer.Writer) error {
	ids, current := c.IDs("id", protocol.NoKind), 0
	if id := c.Text("current"); id != "" {
		if current = slices.Index(ids, id); current < 0 {
			return protocol.Wrong("current")
		}
	}
	return a.saveQueue(c, ids, current)
}

func (a *API) savePlayQueueByIndex(c *protocol.Call, _ *answer.Writer) error {
	ids := c.IDs("id", protocol.NoKind)
	if len(ids) > 0 {
		if _, err := c.Required("currentIndex"); err != nil {
			return err
		}
	}
	current, err := c.Number("currentIndex", 0, -1, protocol.MaxOffset)
	if err != nil {
		return err
	}
	if current < 0 || current >= max(1, len(ids)) {
		return protocol.Wrong("currentIndex")
	}
	return a.saveQueue(c, ids, current)
}

func (a *API) getBookmarks(c *protocol.Call, w *answer.Writer) error {
	username, err := things.Username(c, a.Store)
	if err != nil {
		return err
	}
	list, err := a.Store.Bookmarks(c, c.Viewer)
	if err != nil {
		return err
	}
	w.Object("bookmarks", func() {
		answer.List(w, "bookmark", list, func(w *answer.Writer, b *player.Bookmark) {
			w.Int("position", b.Position.Milliseconds())
			w.Text("username", username)
			w.TextIf("comment", b.Comment)
			w.Time("created", b.CreatedAt)
			w.Time("changed", b.ChangedAt)
			w.Object("entry", func() { things.Song(w, &b.Track) })
		})
	})
	return nil
}

// createBookmark keeps a place in a song; in an episode, it is the person's progress.
func (a *API) createBookmark(c *protocol.Call, _ *answer.Writer) error {
	marked, err := c.Required("id")
	if err != nil {
		return err
	}
	if _, err := c.Required("position"); err != nil {
		return err
	}
	ms, err := c.Number("position", 0, 0, protocol.MaxOffset)
	if err != nil {
		return err
	}
	position := time.Duration(ms) * time.Millisecond
	if kind, id := protocol.Split(marked); kind == protocol.EpisodeKind {
		return a.progress(c, id, position)
	}
	return a.Listening.SaveBookmark(c, c.Viewer, marked, position, c.Text("comment"))
}

func (a *API) deleteBookmark(c *protocol.Call, _ *answer.Writer) error {
	marked, err := c.Required("id")
	if err != nil {
		return err
	}
	if kind, id := protocol.Split(marked); kind == protocol.EpisodeKind {
		return a.progress(c, id, 0)
	}
	return a.Store.DeleteBookmark(c, c.Viewer, marked)
}
