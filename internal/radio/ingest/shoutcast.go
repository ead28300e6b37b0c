package ingest

import (
	"bufio"
	"net"
	"net/http"
	"time"

	"sonora/internal/music"
)

// Responses of SHOUTcast v1, which has one line for everything.
const (
	icyWelcome = "OK2\r\nicy-caps:11\r\n\r\n"
	icyWrong   = "invalid password\r\n"
)

// talkShoutcast talks to a source that started with a password.
func (s *Server) talkShoutcast(conn net.Conn, r *bufio.Reader) {
	l := &lines{r, maxHead}
	password, err := l.next()
	if err != nil {
		return
	}
	if password == "!POKE" { // libshout checks whether a server is there
		answer(conn, icyWrong)
		linger(conn)
		return
	}
	address := s.Address(&http.Request{RemoteAddr: conn.RemoteAddr().String(), Header: http.Header{}})
	pass, own, err := s.admit(conn, address, "", "", decoded(password))
	if err != nil {
		refuseShoutcast(conn, err)
		return
	}
	defer own.release()
	if !answer(conn, icyWelcome) || conn.SetDeadline(time.Now().Add(s.headTime)) != nil {
		return
	}
	header, err := readHeader(l)
	if err != nil {
		return
	}
	s.play(own, r, pass, describe(&head{header: header}, address))
}

func refuseShoutcast(conn net.Conn, err error) {
	text := icyWrong
	if music.CodeOf(err) != music.Unauthenticated {
		_, sentence, _ := statusOf(err)
		text = sentence + "\r\n"
	}
	if answer(conn, text) {
		linger(conn)
	}
}
