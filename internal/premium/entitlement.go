// Package premium is the domain of plans: what they grant, who has one and since
// when, and the payments and codes that lead to one.
package premium

// Entitlement is something that a plan grants.
type Entitlement string

// The entitlements. Skips and advertisements are none: nobody's are limited.
const (
	Lossless        Entitlement = "lossless"
	Downloads       Entitlement = "downloads"
	AIGenerations   Entitlement = "aiGenerations"
	AILength        Entitlement = "aiLength"
	AutomixMinutes  Entitlement = "automixMinutes"
	Storage         Entitlement = "storage"
	Stations        Entitlement = "stations"
	PrivateStations Entitlement = "privateStations"
	Streams         Entitlement = "streams"
	RecordingLength Entitlement = "recordingLength"
	EarlyMixes      Entitlement = "earlyMixes"
)

// Codes of errors that programs have to tell from others of their class.
const (
	CodePlanRequired          = "plan_required"
	CodePlanLimit             = "plan_limit"
	CodePaymentsNotConfigured = "payments_not_configured"
)

// Kind is how an entitlement counts.
type Kind string

// The kinds.
const (
	Switch  Kind = "switch"  // a plan has it or not
	Monthly Kind = "monthly" // so much in a calendar month (UTC)
	Most    Kind = "most"    // so much at a time
)

// Unit is what the number of an entitlement counts.
type Unit string

// The units. A Switch has none.
const (
	Pieces    Unit = "pieces"
	Seconds   Unit = "seconds"
	Minutes   Unit = "minutes"
	Megabytes Unit = "megabytes"
	Channels  Unit = "stations"
	Devices   Unit = "devices"
)

// Declaration says everything about one entitlement.
type Declaration struct {
	Name Entitlement
	Kind Kind
	Unit Unit
	// Min and Max are the limits of a number that a plan may grant.
	Min, Max int64
	// Free and Premium are what the plans of a new server grant; nil is no limit.
	Free, Premium *int64
	// Guard is where the entitlement is checked.
	Guard string
}

// Entitlements declares every entitlement, in the order in which people see them.
var Entitlements = []Declaration{
	{
		Name: Lossless, Kind: Switch, Max: 1, Free: on, Premium: on,
		Guard: "stream chooses the quality of a track when a device opens it.",
	},
	{
		Name: Downloads, Kind: Switch, Max: 1, Free: on, Premium: on,
		Guard: "stream opens a file as a download.",
	},
	{
		Name: AIGenerations, Kind: Monthly, Unit: Pieces, Max: 1_000_000, Free: new(int64(100)),
		Guard: "ai takes a request for a piece.",
	},
	{
		Name: AILength, Kind: Most, Unit: Seconds, Max: 36_000,
		Guard: "ai takes a request for a piece.",
	},
	{
		Name: AutomixMinutes, Kind: Monthly, Unit: Minutes, Max: 1_000_000, Free: new(int64(1200)),
		Guard: "automix takes a request for a mix.",
	},
	// 0 would mean no limit to those who read the settings of the server.
	{
		Name: Storage, Kind: Most, Unit: Megabytes, Min: 1, Max: 100_000_000,
		Guard: "quota tells uploads and automixes how much room there is.",
	},
	{
		Name: Stations, Kind: Most, Unit: Channels, Max: 10_000, Free: new(int64(10)), Premium: new(int64(50)),
		Guard: "radio makes a station.",
	},
	{
		Name: PrivateStations, Kind: Switch, Max: 1, Free: on, Premium: on,
		Guard: "radio makes a station private.",
	},
	{
		Name: Streams, Kind: Most, Unit: Devices, Max: 1000, Free: new(int64(3)), Premium: new(int64(10)),
		Guard: "stream opens a track on a device.",
	},
	{
		Name: RecordingLength, Kind: Most, Unit: Minutes, Min: 1, Max: 10_000,
		Guard: "radio records a live show, and upload keeps a recording of the DJ desk.",
	},
	{
		Name: EarlyMixes, Kind: Switch, Max: 1, Free: off, Premium: on,
		Guard: "stream opens the sound of a mix during its early access.",
	},
}

var on, off = new(int64(1)), new(int64(0))

// Declared returns the declaration of an entitlement.
func Declared(e Entitlement) (Declaration, bool) {
	for _, d := range Entitlements {
		if d.Name == e {
			return d, true
		}
	}
	return Declaration{}, false
}

// takes reports whether a plan may grant a value.
func (d *Declaration) takes(value *int64) bool {
	if value == nil {
		return d.Kind != Switch
	}
	return *value >= d.Min && *value <= d.Max
}
