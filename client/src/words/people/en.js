/** Words of the pages on people and rooms. @type {import("../../words.js").Words} */
export default {
  "rooms.title": "Public rooms",
  "rooms.none": "No room is on the list right now.",
  "rooms.how": "Rooms stand here while someone is in them. To list yours, tick “On the public list”.",
  "rooms.enter": "Enter",
  "rooms.enter.which": "Enter {game} of {host}",
  "rooms.lobby": "gathering",
  "rooms.countdown": "starting",
  "rooms.racing": "racing",
  "rooms.over": "race over",
  "rooms.seats": "{racers}/{seats} seats taken",
  "rooms.open_deal": "open deal",
};
