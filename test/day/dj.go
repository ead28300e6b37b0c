package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// liveShow is what a DJ did.
type liveShow struct {
	tone    int
	sent    float64 // s
	isCut   bool    // the connection broke before goodbye
	began   time.Time
	ended   time.Time
	problem error
}

// play sends a file to the station as a source client does, in real time, and
// cuts it off after some seconds.
func (d *day) play(ctx context.Context, l *liveShow, file string, seconds float64) error {
	sound, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", d.server.radio)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // hangUp ended it
	login := base64.StdEncoding.EncodeToString([]byte("Ann:" + d.password))
	if _, err := fmt.Fprintf(conn, "PUT /day HTTP/1.1\r\nHost: %s\r\nAuthorization: Basic %s\r\nUser-Agent: day\r\nContent-Type: audio/mpeg\r\nExpect: 100-continue\r\nIce-Public: 0\r\n\r\n", d.server.radio, login); err != nil {
		return err
	}
	answer := make([]byte, 4096)
	n, err := conn.Read(answer)
	if err != nil {
		return err
	}
	if first := string(answer[:n]); !strings.Contains(first, "100 Continue") && !strings.Contains(first, " 200 ") {
		return fmt.Errorf("the source was refused: %s", first)
	}
	const step = 100 * time.Millisecond
	l.began = time.Now()
	for tick := 1; len(sound) > 0 && l.sent < seconds; tick++ {
		size := min(len(sound), bitrate*1000/8/10)
		if _, err := conn.Write(sound[:size]); err != nil {
			return err
		}
		sound = sound[size:]
		l.sent += float64(size) / (bitrate * 1000 / 8)
		<-time.After(time.Until(l.began.Add(time.Duration(tick) * step)))
	}
	return hangUp(conn.(*net.TCPConn))
}

// hangUp ends a connection so that everything that was sent arrives: closing it
// with unread bytes would discard that.
func hangUp(conn *net.TCPConn) error {
	err := errors.Join(conn.CloseWrite(), conn.SetReadDeadline(time.Now().Add(10*time.Second)))
	if err == nil {
		_, err = io.Copy(io.Discard, conn)
	}
	return err
}

// goLive puts the DJ on air for some seconds, in the background.
func (d *day) goLive(ctx context.Context, seconds float64, isCut bool) {
	l := &liveShow{tone: djTone + len(d.lives)%djTones*toneStep, isCut: isCut}
	d.lives = append(d.lives, l)
	file := filepath.Join(d.folder, fmt.Sprintf("dj-%d.mp3", len(d.lives)))
	d.onAir.Go(func() {
		whole := seconds
		if isCut {
			whole += 20
		}
		l.problem = generateShow(ctx, file, l.tone, whole)
		if l.problem == nil {
			l.problem = d.play(ctx, l, file, seconds)
		}
		l.ended = time.Now()
	})
}
