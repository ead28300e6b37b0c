// Package people is the domain of accounts besides music.Account: credentials,
// second factors, invitations, the audit log, profiles, mail and follows.
package people

import "time"

// Use is when and from where a credential was used.
type Use struct {
	At      time.Time
	Address string
}

// Device describes where a person signs in from, as far as the connection
// tells.
type Device struct{ UserAgent, Address string }
