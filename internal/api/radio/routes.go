package radio

import (
	"sonora/internal/api/things"
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// The catalogue
	edge.Get(e, "/api/radios", "stations", "List radio stations", edge.Browser, a.stations)
	edge.Get(e, "/api/radios/genres", "stationGenres", "The genres of radio stations", edge.Browser, a.stationGenres)
	edge.Get(e, "/api/radios/countries", "stationCountries", "The countries of radio stations", edge.Browser, a.stationCountries)
	edge.Get(e, "/api/radios/{id}", "station", "One radio station", edge.Browser, a.station)
	edge.Raw(e, "/api/radios/{id}/logo", "stationLogo", "The logo of a radio station", edge.Browser, a.stationLogo, "image/*", things.SizeParameter, things.GeneratedParameter, edge.Throttled(edge.Free))
	edge.Raw(e, "/api/radios/events", "stationEvents", "What radio stations do, as server-sent events", edge.Browser, a.streamStations, "text/event-stream", e.Sends(things.StationEventsJSON{}), things.LanguageParameter, edge.Throttled(edge.Free))

	// Sound, for browsers and radio programs
	edge.Raw(e, "/radio/{mount}", "listenStation", "A station: its sound without an end, or with .m3u, .pls or .xspf a list that leads to it", edge.Browser, a.listenStation, "audio/*", listenParameters, edge.Throttled(edge.Free))
	edge.Raw(e, "/radio/{mount}/hls/{file}", "stationHLS", "A station as HLS: live.m3u8, rewind.m3u8 and their segments", edge.Browser, a.stationHLS, "*/*", edge.Throttled(edge.Free))

	// What is, was and will be on air
	edge.Get(e, "/api/radios/{id}/history", "stationHistory", "What a station played, latest first", edge.Browser, a.stationHistory)
	edge.Get(e, "/api/radios/{id}/schedule", "stationSchedule", "When the shows of a station go out", edge.Browser, a.stationSchedule)
	edge.Get(e, "/api/radios/{id}/rewind", "stationRewind", "How far back a station can be heard, and what was on air", edge.Browser, a.stationRewind)

	// Requests and the chat
	edge.Get(e, "/api/radios/{id}/requests", "stationRequests", "What listeners of a station would like to hear", edge.Member, a.stationRequests)
	edge.Post(e, "/api/radios/{id}/requests", "requestTrack", "Ask a station for a track", edge.Member, a.requestTrack, edge.Created)
	edge.Remove(e, "/api/radios/{id}/requests/{request}", "removeRequest", "Take one's request back, or refuse one of a station of one's own", edge.Member, a.removeRequest)
	edge.Post(e, "/api/radios/{id}/requests/{request}/vote", "voteForRequest", "Vote for a request", edge.Member, a.voteForRequest)
	edge.Remove(e, "/api/radios/{id}/requests/{request}/vote", "takeVoteBack", "Take one's vote back", edge.Member, a.takeVoteBack)
	edge.Get(e, "/api/radios/{id}/chat", "stationChat", "What members say in the chat of a station", edge.Member, a.stationChat)
	edge.Post(e, "/api/radios/{id}/chat", "writeInChat", "Write into the chat of a station", edge.Member, a.writeInChat, edge.Created)
	edge.Remove(e, "/api/radios/{id}/chat/{message}", "removeFromChat", "Remove one's message, or one in the chat of a station of one's own", edge.Member, a.removeFromChat)
}
