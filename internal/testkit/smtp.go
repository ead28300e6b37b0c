package testkit

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// SMTPOptions configure a mail server. With the zero value it offers STARTTLS
// and accepts every message from everyone.
type SMTPOptions struct {
	WithoutTLS     bool
	TLSFromStart   bool   // for smtps://
	User, Password string // required credentials; "" accepts everyone
	// Refuse returns a *smtp.SMTPError to reject the n-th attempt to send to an
	// address, or nil.
	Refuse func(to string, n int) error
}

// SMTP is a mail server that stores the messages it receives.
type SMTP struct {
	Address string         // host and port
	URL     string         // for --mail
	RootCAs *x509.CertPool // contains its certificate

	options SMTPOptions
	mu      sync.Mutex
	tries   map[string]int
	list    []Mail
	arrived chan struct{} // closed and replaced with every message
}

// Mail is a received message.
type Mail struct {
	From, To   string // from the envelope
	User       string // authenticated user, or ""
	Encrypted  bool
	Header     mail.Header
	Subject    string // decoded
	Text, HTML string
	Raw        string
}

// StartSMTP runs a mail server until the test ends.
func StartSMTP(t testing.TB, o SMTPOptions) *SMTP {
	t.Helper()
	certificate, roots := selfSigned(t)
	s := &SMTP{RootCAs: roots, options: o, tries: map[string]int{}, arrived: make(chan struct{})}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &smtpSession{server: s, conn: c}, nil }))
	server.Domain, server.AllowInsecureAuth, server.EnableSMTPUTF8 = "localhost", true, true
	server.ErrorLog = discard{}
	config := &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	if !o.WithoutTLS && !o.TLSFromStart {
		server.TLSConfig = config
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Address = listener.Addr().String()
	s.URL = "smtp://" + s.Address
	if o.TLSFromStart {
		listener, s.URL = tls.NewListener(listener, config), "smtps://"+s.Address
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Errorf("close the mail server: %v", err)
		}
		if err := <-ended; err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			t.Errorf("the mail server failed: %v", err)
		}
	})
	return s
}

// Messages returns the messages received so far.
func (s *SMTP) Messages() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Mail(nil), s.list...)
}

// Await waits until n messages have arrived and returns all.
func (s *SMTP) Await(t testing.TB, n int) []Mail {
	t.Helper()
	timeout := time.After(patience)
	for {
		s.mu.Lock()
		list, arrived := append([]Mail(nil), s.list...), s.arrived
		s.mu.Unlock()
		if len(list) >= n {
			return list
		}
		select {
		case <-arrived:
		case <-timeout:
			t.Fatalf("%d messages arrived, want %d", len(list), n)
		}
	}
}

// AwaitTo waits for the n-th message to an address.
func (s *SMTP) AwaitTo(t testing.TB, to string, n int) Mail {
	t.Helper()
	for seen := 1; ; seen++ {
		found := 0
		list := s.Await(t, seen)
		for _, m := range list {
			if m.To != to {
				continue
			}
			if found++; found == n {
				return m
			}
		}
		seen = len(list)
	}
}

// Link returns the first link of a message that contains part, or "".
func (m Mail) Link(part string) string {
	for word := range strings.FieldsSeq(m.Text) {
		if strings.Contains(word, "://") && strings.Contains(word, part) {
			return word
		}
	}
	return ""
}

type smtpSession struct {
	server *SMTP
	conn   *smtp.Conn
	user   string
	from   string
	to     string
}

func (s *smtpSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *smtpSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if o := s.server.options; user != o.User || password != o.Password {
			return smtp.ErrAuthFailed
		}
		s.user = user
		return nil
	}), nil
}

func (s *smtpSession) Mail(from string, _ *smtp.MailOptions) error {
	if s.user != s.server.options.User {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return nil
}

func (s *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.server.mu.Lock()
	s.server.tries[to]++
	n := s.server.tries[to]
	s.server.mu.Unlock()
	s.to = to
	if s.server.options.Refuse == nil {
		return nil
	}
	return s.server.options.Refuse(to, n)
}

func (s *smtpSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	m, err := readMail(string(raw))
	if err != nil {
		return &smtp.SMTPError{Code: 554, Message: err.Error()}
	}
	_, encrypted := s.conn.TLSConnectionState()
	m.From, m.To, m.User, m.Encrypted = s.from, s.to, s.user, encrypted
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.list = append(s.server.list, m)
	close(s.server.arrived)
	s.server.arrived = make(chan struct{})
	return nil
}

func (s *smtpSession) Reset()        {}
func (s *smtpSession) Logout() error { return nil }

// readMail parses a message of text and HTML.
func readMail(raw string) (Mail, error) {
	m := Mail{Raw: raw}
	message, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		return m, err
	}
	m.Header = message.Header
	if m.Subject, err = new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject")); err != nil {
		return m, err
	}
	kind, parameters, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		return m, errors.New("not multipart/alternative but " + kind)
	}
	for parts := multipart.NewReader(message.Body, parameters["boundary"]); ; {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return m, nil
		}
		if err != nil {
			return m, err
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			return m, err
		}
		text := strings.ReplaceAll(string(body), "\r\n", "\n")
		switch strings.ToLower(part.Header.Get("Content-Type")) {
		case "text/plain; charset=utf-8":
			m.Text = text
		case "text/html; charset=utf-8":
			m.HTML = text
		default:
			return m, errors.New("a part of " + part.Header.Get("Content-Type"))
		}
	}
}

// selfSigned returns a certificate for this machine and a pool that contains
// it.
func selfSigned(t testing.TB) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(certificate)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

// discard ignores connection errors, which tests provoke.
type discard struct{}

func (discard) Printf(string, ...any) {}
func (discard) Println(...any)        {}
