package system

import (
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
)

// scan writes the state of a scan.
func scan(w *answer.Writer, s music.ScanStatus) {
	w.Object("scanStatus", func() {
		w.Bool("scanning", s.State == music.ScanRunning)
		w.Int("count", int64(s.Checked))
		w.Time("lastScan", s.FinishedAt)
	})
}

func (a *API) getScanStatus(_ *protocol.Call, w *answer.Writer) error {
	scan(w, a.Library.Status())
	return nil
}

// startScan starts a scan for an operator. If one is running, its state is the answer.
func (a *API) startScan(c *protocol.Call, w *answer.Writer) error {
	if !c.Viewer.IsAdmin() {
		return music.ErrForbidden
	}
	isFull, err := c.Truth("fullScan", false)
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
