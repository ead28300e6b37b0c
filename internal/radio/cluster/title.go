package cluster

import (
	"context"
	"encoding/json"

	"sonora/internal/station"
)

const titleSubject = "sonora.radio.title"

// retitle is the title of a DJ for the owner of a station.
type retitle struct {
	Station string              `json:"station"`
	DJ      string              `json:"dj"`
	Title   station.StreamTitle `json:"title"`
}

// SetTitle sends the title of a DJ to the owner of a station.
func (c *Cluster) SetTitle(ctx context.Context, stationID, dj string, title station.StreamTitle) error {
	_, err := c.askOwner(ctx, titleSubject, retitle{stationID, dj, title})
	return err
}

// handleTitle sets a title that another server received.
func (c *Cluster) handleTitle(data []byte, answer func([]byte)) {
	var t retitle
	if json.Unmarshal(data, &t) != nil || !c.Owns(t.Station) {
		return
	}
	c.begin(func() {
		ctx, cancel := context.WithTimeout(c.ctx, askTime)
		defer cancel()
		c.reply(answer, reply{}, c.Retitle(ctx, t.Station, t.DJ, t.Title))
	})
}
