package mail

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"sonora/internal/music"
	"sonora/internal/people"
)

// answerTimeout is how long a mail server may take for one response.
const answerTimeout = 20 * time.Second

// Check connects, encrypts and signs in without sending anything.
func (s *Server) Check(ctx context.Context) error {
	c, err := s.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	return c.client.CloseWithSMTPClient(c.session)
}

// deliver hands over one message. It returns nil once the server has accepted
// it.
func (s *Server) deliver(ctx context.Context, message *gomail.Msg) error {
	c, err := s.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	if err := c.client.SendWithSMTPClient(c.session, message); err != nil && !message.IsDelivered() {
		return err
	}
	_ = c.client.CloseWithSMTPClient(c.session) // the message is delivered even if QUIT fails
	return nil
}

// connection is an authenticated connection to a mail server.
type connection struct {
	client  *gomail.Client
	session *smtp.Client
	conn    io.Closer
	stop    func() bool
}

// connect opens a connection. The connection and everything done on it end with
// ctx.
func (s *Server) connect(ctx context.Context) (*connection, error) {
	c := &connection{stop: func() bool { return true }}
	client, err := gomail.NewClient(s.Host, s.options(func(dialing context.Context, network, address string) (net.Conn, error) {
		conn, err := s.dial(dialing, network, address)
		if err == nil {
			c.conn = conn
			c.stop = context.AfterFunc(ctx, func() { c.conn.Close() })
		}
		return conn, err
	})...)
	if err != nil {
		return nil, fmt.Errorf("set up the connection: %w", err)
	}
	c.client = client
	if c.session, err = client.DialToSMTPClientWithContext(ctx); err != nil {
		c.close()
		return nil, fmt.Errorf("connect to %s: %w", s.Address(), err)
	}
	return c, nil
}

func (c *connection) close() {
	c.stop()
	if c.conn != nil {
		c.conn.Close()
	}
}

func (s *Server) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if s.Encryption == FromStart {
		return (&tls.Dialer{Config: s.tls()}).DialContext(ctx, network, address)
	}
	return new(net.Dialer).DialContext(ctx, network, address)
}

func (s *Server) tls() *tls.Config {
	return &tls.Config{ServerName: s.Host, RootCAs: s.RootCAs, MinVersion: tls.VersionTLS12}
}

func (s *Server) options(dial gomail.DialContextFunc) []gomail.Option {
	options := []gomail.Option{
		gomail.WithPort(s.Port), gomail.WithTimeout(answerTimeout), gomail.WithDialContextFunc(dial),
		gomail.WithTLSConfig(s.tls()), gomail.WithoutNoop(), gomail.WithoutRset(),
	}
	ways := []gomail.SMTPAuthType{
		gomail.SMTPAuthSCRAMSHA256PLUS, gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthSCRAMSHA1PLUS, gomail.SMTPAuthSCRAMSHA1,
		gomail.SMTPAuthPlain, gomail.SMTPAuthLogin,
	}
	switch s.Encryption {
	case FromStart:
		options = append(options, gomail.WithSSL())
	case Required:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case Offered, Plain: // a password is possible only within this machine
		policy := gomail.NoTLS
		if s.Encryption == Offered {
			policy = gomail.TLSOpportunistic
		}
		options = append(options, gomail.WithTLSPolicy(policy))
		ways = []gomail.SMTPAuthType{gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthSCRAMSHA1, gomail.SMTPAuthPlainNoEnc, gomail.SMTPAuthLoginNoEnc}
	}
	if s.User != "" {
		options = append(options, gomail.WithOpportunisticSMTPAuth(ways...), gomail.WithUsername(s.User), gomail.WithPassword(s.Password))
	}
	return options
}

// compose builds a message from a row of the outbox.
func (s *Service) compose(m *people.Mail) (*gomail.Msg, error) {
	if !isAddress(m.Recipient) {
		return nil, errRecipient
	}
	settings := s.c.Settings()
	from := s.sender(settings)
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	message.FromMailAddress(&mail.Address{Name: music.OneLine(settings.SiteName, 0), Address: from})
	message.ToMailAddress(&mail.Address{Address: m.Recipient})
	message.Subject(music.OneLine(m.Subject, 0))
	message.SetDateWithValue(m.CreatedAt)
	// The ID is the same for every attempt, so that duplicates can be
	// recognised.
	message.SetMessageIDWithValue(m.ID + from[strings.LastIndexByte(from, '@'):])
	message.SetGenHeader("Auto-Submitted", "auto-generated") // suppresses out-of-office replies
	message.SetGenHeader("Content-Language", m.Language)
	if m.Unsubscribe != "" {
		message.SetGenHeader("List-Unsubscribe", "<"+music.OneLine(m.Unsubscribe, 0)+">")
		message.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	message.SetBodyString(gomail.TypeTextPlain, m.Text)
	message.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	return message, nil
}

// sender returns the address that messages come from.
func (s *Service) sender(settings music.Settings) string {
	if s.c.Server.From != "" {
		return s.c.Server.From
	}
	if isAddress(settings.AdminEmail) {
		return settings.AdminEmail
	}
	if from := music.ProductSlug + "@" + s.c.PublicURL.Hostname(); isAddress(from) && net.ParseIP(s.c.PublicURL.Hostname()) == nil {
		return from
	}
	return music.ProductSlug + "@localhost"
}
