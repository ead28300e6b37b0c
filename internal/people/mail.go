package people

import "time"

// Mail is a message in the outbox. It is sent, given up, due at NextAt, or
// stays for the operator to read when there is no mail server.
type Mail struct {
	ID        string
	AccountID string // whom it is about, "" for people without an account
	Kind      string
	Language  string
	Recipient string
	Subject   string
	Text      string // "" once it is sent, as is HTML: links in it sign people in
	HTML      string
	// Unsubscribe is where a mail program ends mails of this kind; "" for those
	// that have to be.
	Unsubscribe string

	CreatedAt time.Time
	SentAt    time.Time // zero until then
	Attempts  int       // begun
	NextAt    time.Time // of the next attempt; zero: none
	Error     string    // why the last attempt failed
}
