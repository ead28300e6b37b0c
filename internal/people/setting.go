package people

import (
	"encoding/json"
	"time"
)

// SettingsSave is what an operator changed in the settings at one moment.
type SettingsSave struct {
	Version    int64 // of the settings from then on
	At         time.Time
	Actor      string // ID of the account
	ActorEmail string // current address of that account; read only
	Changes    []SettingChange
}

// SettingChange is one setting that was changed. The values of secrets are not kept.
type SettingChange struct {
	Name     string          `json:"name"`
	Before   json.RawMessage `json:"before,omitempty"`
	After    json.RawMessage `json:"after,omitempty"`
	IsSecret bool            `json:"isSecret,omitempty"`
}
