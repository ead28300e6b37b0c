package mail

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/music"
)

// Server is the mail server that messages are delivered to.
type Server struct {
	Host       string
	Port       int
	User       string // "" if the server needs no sign-in
	Password   string
	From       string // sender's address; "" takes the operator's
	Encryption Encryption
	RootCAs    *x509.CertPool // nil: the system's
}

// Encryption determines when a connection is encrypted.
type Encryption string

// The encryption modes.
const (
	FromStart Encryption = "smtps"    // from the first byte
	Required  Encryption = "required" // STARTTLS; without it, nothing is delivered
	Offered   Encryption = "starttls" // STARTTLS if the server offers it
	Plain     Encryption = "none"
)

const (
	submissionPort  = 587
	submissionsPort = 465
)

var errServer = errors.New("mail server: enter an address such as smtp://user:password@mail.example:587?from=music@mail.example, or smtps://… for TLS from the start; " +
	"write characters such as @ : / ? # % of a password as %40 %3A %2F %3F %23 %25")

// ParseServer parses an address such as smtp://user:password@host:port or
// smtps://…, with the options from=ADDRESS and tls=required, starttls or none.
// It returns nil for "". Errors do not repeat the password.
func ParseServer(address string) (*Server, error) {
	if address == "" {
		return nil, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" || strings.Trim(u.Path, "/") != "" || u.Fragment != "" {
		return nil, errServer
	}
	s := &Server{Host: u.Hostname(), Port: submissionPort, User: u.User.Username()}
	s.Password, _ = u.User.Password()
	if u.Scheme == "smtps" {
		s.Port, s.Encryption = submissionsPort, FromStart
	}
	if port := u.Port(); port != "" {
		if s.Port, err = strconv.Atoi(port); err != nil || s.Port < 1 || s.Port > 65535 {
			return nil, fmt.Errorf("mail server: %s is not a port; use one from 1 to 65535, usually 587 or 465", port)
		}
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, errServer
	}
	if err := s.takeOptions(query); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Server) takeOptions(query url.Values) error {
	for option := range query {
		if !slices.Contains([]string{"from", "tls"}, option) {
			return fmt.Errorf("mail server: unknown option %q; the options are from and tls", option)
		}
	}
	if s.From = query.Get("from"); s.From != "" && !isAddress(s.From) {
		return fmt.Errorf("mail server: from=%s is not an email address", s.From)
	}
	return s.takeEncryption(Encryption(query.Get("tls")))
}

// takeEncryption makes sure that a password never travels in clear text, except
// within this machine.
func (s *Server) takeEncryption(wanted Encryption) error {
	switch {
	case wanted != "" && s.Encryption == FromStart:
		return errors.New("mail server: smtps:// is encrypted from the start; remove tls=")
	case s.Encryption == FromStart:
	case wanted == "" && isLoopback(s.Host):
		s.Encryption = Plain
	case wanted == "":
		s.Encryption = Required
	case !slices.Contains([]Encryption{Required, Offered, Plain}, wanted):
		return fmt.Errorf("mail server: tls=%s is unknown; use required, starttls or none", wanted)
	case wanted != Required && s.User != "" && !isLoopback(s.Host):
		return fmt.Errorf("mail server: with tls=%s the password could be intercepted; use tls=required, or remove user and password", wanted)
	default:
		s.Encryption = wanted
	}
	return nil
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// isAddress reports whether a text is the bare address of a single mailbox.
func isAddress(text string) bool {
	a, err := mail.ParseAddress(text)
	return err == nil && a.Address == text && music.OneLine(text, 0) == text
}

// Address returns host:port.
func (s *Server) Address() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }
