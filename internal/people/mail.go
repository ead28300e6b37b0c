package people

import "time"

// Mail is a message in the outbox. It was sent, was given up, is due at NextAt,
// or stays for the operator to read if there is no mail server.
type Mail struct {
	ID        string
	AccountID string // the account concerned, "" for people without one
	Kind      string
	Language  string
	Recipient string
	Subject   string
	Text      string // "" after sending, as is HTML, because links in it sign people in
	HTML      string
	// Unsubscribe is the URL with which a mail program unsubscribes from this
	// kind of mail; "" for mandatory mails.
	Unsubscribe string

	CreatedAt time.Time
	SentAt    time.Time // zero if not sent yet
	Attempts  int       // attempts started
	NextAt    time.Time // next attempt; zero for none
	Error     string    // why the last attempt failed
}
