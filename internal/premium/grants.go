package premium

import (
	"encoding/json"
	"fmt"
	"maps"
)

// Grants are what a plan grants. A Switch is 0 or 1. A number is at most that much, 0
// nothing, and nil as much as the server allows.
type Grants map[Entitlement]*int64

// Has reports whether a switch is on.
func (g Grants) Has(e Entitlement) bool { return g[e] != nil && *g[e] > 0 }

// Limit returns the limit of a number, or false if there is none.
func (g Grants) Limit(e Entitlement) (limit int64, isLimited bool) {
	if g[e] == nil {
		return 0, false
	}
	return *g[e], true
}

// Completed returns the grants with what they do not mention, because it was declared
// later, as the first plans of a server have it.
func (g Grants) Completed(isFree bool) Grants {
	all := make(Grants, len(Entitlements))
	for _, d := range Entitlements {
		value, known := g[d.Name]
		switch {
		case known && d.takes(value):
			all[d.Name] = value
		case isFree:
			all[d.Name] = d.Free
		default:
			all[d.Name] = d.Premium
		}
	}
	return all
}

// MarshalJSON writes switches as true or false.
func (g Grants) MarshalJSON() ([]byte, error) {
	fields := make(map[Entitlement]any, len(g))
	for name, value := range g {
		if d, _ := Declared(name); d.Kind == Switch {
			fields[name] = g.Has(name)
		} else {
			fields[name] = value
		}
	}
	return json.Marshal(fields)
}

// UnmarshalJSON reads what MarshalJSON writes. It leaves out entitlements that are not
// declared any more.
func (g *Grants) UnmarshalJSON(text []byte) error {
	var fields map[Entitlement]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	read := make(Grants, len(fields))
	for _, d := range Entitlements {
		field, known := fields[d.Name]
		if !known {
			continue
		}
		if d.Kind != Switch {
			var value *int64
			if err := json.Unmarshal(field, &value); err != nil {
				return fmt.Errorf("read %s: %w", d.Name, err)
			}
			read[d.Name] = value
			continue
		}
		var isOn bool
		if err := json.Unmarshal(field, &isOn); err != nil {
			return fmt.Errorf("read %s: %w", d.Name, err)
		}
		read[d.Name] = off
		if isOn {
			read[d.Name] = on
		}
	}
	*g = read
	return nil
}

// Equal reports whether both grant the same.
func (g Grants) Equal(other Grants) bool {
	return maps.EqualFunc(g, other, func(a, b *int64) bool { return a == b || a != nil && b != nil && *a == *b })
}
