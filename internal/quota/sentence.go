package quota

import (
	"sonora/internal/music"
	"sonora/internal/premium"
)

// notIncluded says that a plan does not have a switch.
func notIncluded(e premium.Entitlement, plan string) music.Message {
	switch e {
	case premium.Lossless:
		return music.Say("Your %s plan does not include lossless audio.", plan)
	case premium.Downloads:
		return music.Say("Your %s plan does not include downloads.", plan)
	case premium.PrivateStations:
		return music.Say("Your %s plan does not include private radio stations.", plan)
	case premium.EarlyMixes:
		return music.Say("Your %s plan does not include early access to mixes.", plan)
	default:
		return music.Say("Your %s plan does not include this.", plan)
	}
}

// reached says which limit of a plan does not allow something.
func reached(e premium.Entitlement, plan string, limit, used int64) music.Message {
	switch e {
	case premium.AIGenerations:
		return music.Say("Your %s plan has a limit of %v for AI pieces per month, and you have used %v. The count resets next month.", plan, limit, used)
	case premium.AILength:
		return music.Say("With your %s plan, an AI piece can be up to %v s long.", plan, limit)
	case premium.AutomixMinutes:
		return music.Say("Your %s plan includes %v min of automixes per month, and you have used %v min. The count resets next month.", plan, limit, used)
	case premium.Storage:
		return music.Say("Your %s plan includes %v MB of storage, and you have used %v MB.", plan, limit, used)
	case premium.Stations:
		return music.Say("Your %s plan has a limit of %v for radio stations, and you have %v.", plan, limit, used)
	case premium.RecordingLength:
		return music.Say("With your %s plan, a recording can be up to %v min long, so you can save only a part of this one.", plan, limit)
	case premium.Streams:
		return music.Say("Music is playing on %v of your devices, as many as your %s plan allows. Pause it on one of them.", limit, plan)
	default:
		return music.Say("Your %s plan does not allow more.", plan)
	}
}
