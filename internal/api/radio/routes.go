package radio

import (
	_ "embed"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Stations
	edge.Get(e, "/api/radios", "stations", "List radio stations", edge.Browser, a.stations, edge.ClampLimit)
	edge.Get(e, "/api/radios/genres", "stationGenres", "List the genres of radio stations", edge.Browser, a.stationGenres)
	edge.Get(e, "/api/radios/countries", "stationCountries", "List the countries of radio stations", edge.Browser, a.stationCountries)
	edge.Get(e, "/api/radios/{id}", "station", "Get a radio station", edge.Browser, a.station, things.StationVersion)
	edge.Raw(e, "/api/radios/{id}/logo", "stationLogo", "Get the logo of a radio station", edge.Browser, a.stationLogo, "image/*", things.SizeParameter, things.GeneratedParameters, edge.Throttled(edge.Free), edge.Revalidates)
	edge.Raw(e, "/api/radios/events", "stationEvents", "Receive the status of radio stations (server-sent events)", edge.Browser, a.streamStations, "text/event-stream", e.Sends(things.StationEventsJSON{}), things.LanguageParameter, edge.AnyQuery, edge.Throttled(edge.Free), edge.Refuses(429))

	// Streams for browsers and radio players
	edge.Raw(e, "/radio/{mount}", "listenStation", "Stream a station, or get a playlist file (.m3u, .pls or .xspf) that leads to it", edge.Browser, a.listenStation, "audio/*", listenParameters, edge.Throttled(edge.Free), edge.Unchecked)
	edge.Raw(e, "/radio/{mount}/hls/{file}", "stationHLS", "Get a station as HLS: live.m3u8, rewind.m3u8 and their segments", edge.Browser, a.stationHLS, "*/*", edge.Throttled(edge.Free), edge.Unchecked)

	// History, schedule and rewind
	edge.Get(e, "/api/radios/{id}/history", "stationHistory", "List what a station played, latest first", edge.Browser, a.stationHistory)
	edge.Get(e, "/api/radios/{id}/schedule", "stationSchedule", "List when the shows of a station go out", edge.Browser, a.stationSchedule)
	edge.Get(e, "/api/radios/{id}/rewind", "stationRewind", "Get how far back a station can be heard, and what was on air", edge.Browser, a.stationRewind)

	// Requests and chat
	edge.Get(e, "/api/radios/{id}/requests", "stationRequests", "List the requests of a station's listeners", edge.Member, a.stationRequests)
	edge.Post(e, "/api/radios/{id}/requests", "requestTrack", "Request a track on a station", edge.Member, a.requestTrack, edge.Created, edge.Refuses(409))
	edge.Remove(e, "/api/radios/{id}/requests/{request}", "removeRequest", "Withdraw your request, or refuse one on your station", edge.Member, a.removeRequest)
	edge.Post(e, "/api/radios/{id}/requests/{request}/vote", "voteForRequest", "Vote for a request", edge.Member, a.voteForRequest)
	edge.Remove(e, "/api/radios/{id}/requests/{request}/vote", "takeVoteBack", "Withdraw your vote", edge.Member, a.takeVoteBack)
	edge.Get(e, "/api/radios/{id}/chat", "stationChat", "List the messages in the chat of a station", edge.Member, a.stationChat)
	edge.Post(e, "/api/radios/{id}/chat", "writeInChat", "Post a message in the chat of a station", edge.Member, a.writeInChat, edge.Created)
	edge.Remove(e, "/api/radios/{id}/chat/{message}", "removeFromChat", "Delete your message, or any message in the chat of your station", edge.Member, a.removeFromChat)
}
