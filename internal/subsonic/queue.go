package subsonic

import (
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/player"
	"sonora/internal/subsonic/answer"
)

// queue writes the caller's queue; current writes what plays of it.
func (a *API) queue(c *call, w *answer.Writer, name string, current func(w *answer.Writer, q *player.Queue, tracks []music.Track)) error {
	username, err := a.username(c)
	if err != nil {
		return err
	}
	q, tracks, err := a.Listening.Queue(c, c.viewer)
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
		answer.List(w, "entry", tracks, song)
	})
	return nil
}

func (a *API) getPlayQueue(c *call, w *answer.Writer) error {
	return a.queue(c, w, "playQueue", func(w *answer.Writer, q *player.Queue, tracks []music.Track) { w.Text("current", tracks[q.Current].ID) })
}

func (a *API) getPlayQueueByIndex(c *call, w *answer.Writer) error {
	return a.queue(c, w, "playQueueByIndex", func(w *answer.Writer, q *player.Queue, _ []music.Track) { w.Int("currentIndex", int64(q.Current)) })
}

// saveQueue saves the queue of a call, with its current position.
func (a *API) saveQueue(c *call, ids []string, current int) error {
	ms, err := c.number("position", 0, 0, maxOffset)
	if err != nil {
		return err
	}
	return a.Listening.SaveQueue(c, c.viewer, &player.Queue{TrackIDs: ids, Current: current, Position: time.Duration(ms) * time.Millisecond, ChangedBy: c.app()})
}

func (a *API) savePlayQueue(c *call, _ *answer.Writer) error {
	ids, current := c.ids("id", noKind), 0
	if id := c.text("current"); id != "" {
		if current = slices.Index(ids, id); current < 0 {
			return wrong("current")
		}
	}
	return a.saveQueue(c, ids, current)
}

func (a *API) savePlayQueueByIndex(c *call, _ *answer.Writer) error {
	ids := c.ids("id", noKind)
	if len(ids) > 0 {
		if _, err := c.required("currentIndex"); err != nil {
			return err
		}
	}
	current, err := c.number("currentIndex", 0, -1, maxOffset)
	if err != nil {
		return err
	}
	if current < 0 || current >= max(1, len(ids)) {
		return wrong("currentIndex")
	}
	return a.saveQueue(c, ids, current)
}

func (a *API) getBookmarks(c *call, w *answer.Writer) error {
	username, err := a.username(c)
	if err != nil {
		return err
	}
	list, err := a.Store.Bookmarks(c, c.viewer)
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
			w.Object("entry", func() { song(w, &b.Track) })
		})
	})
	return nil
}

// createBookmark keeps a place in a song; in an episode, it is the person's progress.
func (a *API) createBookmark(c *call, _ *answer.Writer) error {
	marked, err := c.required("id")
	if err != nil {
		return err
	}
	if _, err := c.required("position"); err != nil {
		return err
	}
	ms, err := c.number("position", 0, 0, maxOffset)
	if err != nil {
		return err
	}
	position := time.Duration(ms) * time.Millisecond
	if kind, id := split(marked); kind == episodeKind {
		return a.progress(c, id, position)
	}
	return a.Listening.SaveBookmark(c, c.viewer, marked, position, c.text("comment"))
}

func (a *API) deleteBookmark(c *call, _ *answer.Writer) error {
	marked, err := c.required("id")
	if err != nil {
		return err
	}
	if kind, id := split(marked); kind == episodeKind {
		return a.progress(c, id, 0)
	}
	return a.Store.DeleteBookmark(c, c.viewer, marked)
}
