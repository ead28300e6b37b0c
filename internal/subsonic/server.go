package subsonic

import (
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
)

// scan writes the state of a scan.
func scan(w *answer.Writer, s music.ScanStatus) {
	w.Object("scanStatus", func() {
		w.Bool("scanning", s.State == music.ScanRunning)
		w.Int("count", int64(s.Checked))
		w.Time("lastScan", s.FinishedAt)
	})
}

func (a *API) getScanStatus(_ *call, w *answer.Writer) error {
	scan(w, a.Library.Status())
	return nil
}

// startScan starts a scan for an operator. If one is running, its state is the answer.
func (a *API) startScan(c *call, w *answer.Writer) error {
	if !c.viewer.IsAdmin() {
		return music.ErrForbidden
	}
	isFull, err := c.truth("fullScan", false)
	if err != nil {
		return err
	}
	status, err := a.Library.Start(library.Options{Full: isFull})
	if music.CodeOf(err) == music.Conflict {
		status, err = a.Library.Status(), nil
	}
	if err != nil {
		return err
	}
	scan(w, status)
	return nil
}

var (
	errNoJukebox = music.NewError(music.Forbidden, "This server has no sound card to play music on.")
	errNoChat    = music.NewError(music.Forbidden, "This server has no chat besides those of its stations.")
)

func (a *API) jukeboxControl(*call, *answer.Writer) error { return errNoJukebox }

// getChatMessages answers that there are none.
func (a *API) getChatMessages(_ *call, w *answer.Writer) error {
	w.Object("chatMessages", func() { answer.List(w, "chatMessage", []struct{}{}, func(*answer.Writer, *struct{}) {}) })
	return nil
}

func (a *API) addChatMessage(*call, *answer.Writer) error { return errNoChat }

// noVideo answers that there is no such video.
func (a *API) noVideo(c *call, _ *answer.Writer) error {
	if _, err := c.required("id"); err != nil {
		return err
	}
	return music.ErrNotFound
}
