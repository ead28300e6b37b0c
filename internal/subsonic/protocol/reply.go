package protocol

import (
	"io"
	"net/http"
	"time"

	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
)

// begin begins an answer.
func (s *Server) begin(c *Call, b []byte, isOK bool) *answer.Writer {
	out := answer.New(c.format, b)
	status := "failed"
	if isOK {
		status = "ok"
	}
	switch c.format {
	case answer.XML:
		out.Raw(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<subsonic-response xmlns="http://subsonic.org/restapi"`)
		out.Begin()
	case answer.JSONP:
		out.Raw(c.callback + "(")
		fallthrough
	default:
		out.Raw(`{"subsonic-response":{`)
	}
	out.Text("status", status)
	out.Text("version", version)
	out.Text("type", music.ProductSlug)
	out.Text("serverVersion", s.Version)
	out.Bool("openSubsonic", true)
	return out
}

// reply ends an answer and sends it.
func (c *Call) reply(out *answer.Writer) {
	switch c.format {
	case answer.XML:
		out.End("subsonic-response")
	case answer.JSONP:
		out.Raw("}});")
	default:
		out.Raw("}}")
	}
	h := c.W.Header()
	h["Content-Type"], h["Cache-Control"] = contentTypes[c.format], revalidated
	if c.status != 0 {
		c.W.WriteHeader(c.status)
	}
	c.IsSent = true
	if c.R.Method != http.MethodHead {
		_, _ = c.W.Write(out.Bytes()) // the client may be gone
	}
}

// Revalidated is the caching of answers that may change: apps ask again for them.
const Revalidated = "private, no-cache"

// SendFile sends what is no document, with its type and caching.
func (c *Call) SendFile(kind, caching string, modified time.Time, content io.ReadSeeker) {
	h := c.W.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", caching)
	c.IsSent = true
	http.ServeContent(c.W, c.R, "", modified, content)
}
