package ingest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
)

// talk talks to a source until it is gone.
func (s *Server) talk(conn net.Conn, r *bufio.Reader) {
	defer hangUp(conn)
	defer s.talked(conn)
	for range maxAttempts {
		if conn.SetDeadline(time.Now().Add(s.headTime)) != nil {
			return
		}
		first, err := peekLine(r)
		if err != nil {
			return
		}
		if sniff(first, anyTarget) == shoutcast {
			s.talkShoutcast(conn, r)
			return
		}
		h, err := readHead(r)
		if err != nil {
			refuse(conn, music.NewError(music.Invalid, "This is not a request.").Because(err))
			return
		}
		if !s.request(conn, r, h) {
			return
		}
	}
}

// peekLine looks at the first line without consuming it.
func peekLine(r *bufio.Reader) ([]byte, error) {
	for {
		have, _ := r.Peek(r.Buffered()) // never blocks
		if i := bytes.IndexByte(have, '\n'); i >= 0 {
			return have[:i+1], nil
		}
		if len(have) == r.Size() {
			return nil, errTooLong
		}
		if _, err := r.Peek(len(have) + 1); err != nil {
			return nil, err
		}
	}
}

// request handles one request of a source; true if another may follow.
func (s *Server) request(conn net.Conn, r *bufio.Reader, h *head) bool {
	if h.method != "SOURCE" && h.method != http.MethodPut {
		refuse(conn, music.NewError(music.Invalid, "This connection is for sources."))
		return false
	}
	user, password, ok := h.credentials()
	if !ok {
		answer(conn, challenge(h.staysOpen()))
		return h.staysOpen() && h.length() <= 0
	}
	address := s.Address(&http.Request{RemoteAddr: conn.RemoteAddr().String(), Header: h.header})
	pass, own, err := s.admit(conn, address, mountOf(h.target), user, password)
	if err != nil {
		refuse(conn, err)
		return false
	}
	defer own.release()
	if !answer(conn, welcome(h)) {
		return false
	}
	s.play(own, body(r, h), pass, describe(h, address))
	return false
}

// admit reserves a station for a source until it is released, or logs why the source
// is refused.
func (s *Server) admit(conn net.Conn, address, mount, user, password string) (pass Pass, own *reservation, err error) {
	pass, err = s.enterAs(s.ctx, address, mount, user, password)
	if err == nil {
		own, err = s.reserve(pass, conn)
	}
	if err != nil {
		if mount == "" && pass.Station != nil { // of SHOUTcast, where the password names the station
			mount = pass.Station.Mount
		}
		s.Log.Info("source refused", "address", address, "mount", mount, "error", err)
	}
	return pass, own, err
}

// reserve takes a station before it asks whether the station admits the source, so that
// no other source goes on air in between.
func (s *Server) reserve(pass Pass, conn net.Conn) (*reservation, error) {
	own, err := s.take(pass.Station.ID, conn)
	if err != nil {
		return nil, err
	}
	if err := s.Stations.Admit(s.ctx, pass); err != nil {
		own.release()
		return nil, err
	}
	own.succeed()
	return own, nil
}

// enterAs is Guard.Enter with the limit on wrong passwords per address.
func (s *Server) enterAs(ctx context.Context, address, mount, user, password string) (Pass, error) {
	if err := s.throttle.check(address); err != nil {
		return Pass{}, err
	}
	pass, err := s.Guard.Enter(ctx, mount, user, password)
	switch {
	case err == nil || music.CodeOf(err) == music.Forbidden:
		s.throttle.note(address, true) // the password is correct
	case music.CodeOf(err) == music.Unauthenticated:
		s.throttle.note(address, false)
	}
	return pass, err
}

// body returns the sound after a request head, whatever its transfer encoding.
func body(r *bufio.Reader, h *head) io.Reader {
	switch {
	case h.chunked():
		return httputil.NewChunkedReader(r)
	case h.length() > 0:
		return io.LimitReader(r, h.length())
	}
	return r
}

// spoken is what a source says about itself.
type spoken struct {
	contentType, client, address, name string
	bitrate                            int
}

func describe(h *head, address string) spoken {
	return spoken{
		contentType: h.first("Content-Type"), client: sanitizeLine(h.first("User-Agent")), address: address,
		name: sanitizeLine(h.first("Ice-Name", "Icy-Name", "X-Audiocast-Name")), bitrate: h.bitrate(),
	}
}

// play keeps a source on air until it ends.
func (s *Server) play(own *reservation, sound io.Reader, pass Pass, about spoken) {
	s.talked(own.conn)
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	log := s.Log.With("station", pass.Station.Mount, "dj", pass.DJ, "address", about.address, "client", about.client)
	frames := &timed{ctx: ctx, conn: own.conn, patience: s.frameTime, Reader: frame.NewReader(sound, about.contentType)}
	defer context.AfterFunc(ctx, frames.cut)()
	defer s.watch(ctx, pass, cancel)()
	log.Info("source on air")
	s.seen(pass)
	err := s.Stations.GoOnAir(ctx, pass, Source{
		Frames: frames, Codec: frame.CodecOf(about.contentType), Bitrate: about.bitrate, Client: about.client, Address: about.address, Name: about.name,
		OnAir: own.begin,
	})
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	log.Info("source off air", "reason", err)
	s.seen(pass)
}

// seen records that a DJ is on air.
func (s *Server) seen(pass Pass) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), headTime)
	defer cancel()
	if err := s.Guard.Store.StationDJSeen(ctx, pass.DJID, s.Now()); err != nil {
		s.Log.Warn("record DJ on air failed", "station", pass.Station.Mount, "dj", pass.DJ, "error", err)
	}
}

// watch disconnects a source whose DJ may not be on air any more. The returned
// function stops watching.
func (s *Server) watch(ctx context.Context, pass Pass, cancel context.CancelCauseFunc) (stop func()) {
	done := make(chan struct{})
	go func() {
		ticker := time.NewTicker(s.recheck)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				if err := s.Guard.Still(ctx, pass); err != nil {
					cancel(err)
					return
				}
			}
		}
	}()
	return func() { close(done) }
}

// errSilent disconnects a source that sends nothing.
var errSilent = errors.New("nothing came from the source for 10 seconds")

// timed reads the frames of a connection, each with a deadline.
type timed struct {
	*frame.Reader
	ctx      context.Context // its end interrupts a read
	conn     net.Conn
	patience time.Duration
}

// Next returns the next frame.
func (t *timed) Next() (frame.Frame, error) {
	if err := t.conn.SetDeadline(time.Now().Add(t.patience)); err != nil {
		return frame.Frame{}, err
	}
	if t.ctx.Err() != nil {
		return frame.Frame{}, context.Cause(t.ctx)
	}
	f, err := t.Reader.Next()
	var network net.Error
	switch {
	case err == nil:
	case t.ctx.Err() != nil:
		err = context.Cause(t.ctx)
	case errors.As(err, &network) && network.Timeout():
		err = errSilent
	}
	return f, err
}

// cut interrupts a read.
func (t *timed) cut() { hangUp(t.conn) }
