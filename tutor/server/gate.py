"""The gate: who comes in, under which name, and what nobody gets. One object for each connection."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

import asyncssh

from tutor.server.house import House, network_of
from tutor.server.inflow import Inflow
from tutor.server.names import RULE, is_in_use, key_of, name_in, take
from tutor.server.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_WRONG = 6
"""Wrong codes on one connection."""

MOST_TRIES = 30
"""Names and keys that one connection may offer in vain: an agent holds a few, and each costs a look into the files."""

MOST_SESSIONS = 8
"""Sessions that one connection may have, begun or not."""

NO_FORWARDING = "No port is forwarded here: this server has a tutor and nothing else."
NO_AGENT = "No agent is forwarded here: this server has a tutor and nothing else."
NO_DISPLAY = "No display is forwarded here: this server has a tutor and nothing else."
PROMPT = "Class code (a password): "
WAIT = "Too many wrong codes came from there; wait a minute, then try again."
UNKNOWN_KEY = "A key was offered that is not in the class's file of keys; ask your teacher to add it."
OTHER_KEY = "The name {name} belongs to somebody's key; log in with that key, or under another name."
NOT_YOURS = (
    "This key does not come in as {name}: it has another name in the file, or somebody uses that name by the code."
)
TOO_MANY_SESSIONS = "This connection has too many sessions already."
TRIED_ENOUGH = "Too many names or keys were tried; connect again."


class Gate(asyncssh.SSHServer):
    """Lets one connection in or not."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._name: str | None = None
        self._by = ""
        self._fingerprint: str | None = None
        self._is_in = False
        self._wrong = 0
        self._tries = 0
        self._said: frozenset[str] = frozenset()
        self._visitors: list[Visitor] = []
        self._refused: list[str] = []
        """What the next session is told first: clients ask for these things without waiting for an answer."""
        self._address, self._port = "", 0
        self._waited: asyncio.TimerHandle | None = None

    # A connection comes and goes.

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn = conn
        peer = conn.get_extra_info("peername") or ("", 0)
        self._address, self._port = str(peer[0]), int(peer[1])
        self._network = network_of(self._address)
        self._house.connections.add(conn)
        # The library leaves these two empty: it would gather without end what a client does not read.
        conn.pause_writing = self._hold  # type: ignore[method-assign]
        conn.resume_writing = self._release  # type: ignore[method-assign]
        self._take = conn.data_received
        self._inflow = Inflow(self._hand_on, flooded=self._flooded)
        conn.data_received = self._inflow  # type: ignore[method-assign, assignment]
        # These it would refuse as well, but without a word to anybody.
        conn.create_agent_listener = self._no_agent  # type: ignore[method-assign]
        conn.attach_x11_listener = self._no_display  # type: ignore[method-assign, assignment]
        for other in self._house.knock(conn, self._network):
            other.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._inflow.stop()
        if self._waited is not None:
            self._waited.cancel()
        self._house.connections.discard(self._conn)
        if self._is_in and self._name is not None:
            self._house.gone(self._name)
        self._house.strangers.pop(self._conn, None)

    def _hand_on(self, data: bytes) -> None:
        """A piece of what has come; nothing that the library keeps for the client may grow without end."""
        self._take(data)
        if any(visitor.is_overloaded for visitor in self._visitors):
            self._inflow.stop()
            self._flooded()

    def _flooded(self) -> None:
        """More has come than anybody types: the connection goes, its sessions are saved."""
        self._log("refused", learner=self._name, why="a flood")
        self._conn.abort()

    def _hold(self) -> None:
        for visitor in self._visitors:
            visitor.hold()

    def _release(self) -> None:
        for visitor in self._visitors:
            visitor.release()

    # Who it is.

    def begin_auth(self, username: str) -> bool:
        """Look at the name. False lets it in without more, which only an open server does."""
        self._name = name_in(username)
        self._by, self._fingerprint = "", None
        if self._name is None:
            # What was typed may be a password in the wrong place: it is not noted.
            self._log("refused", why="not a name")
            self._say(RULE)
            self._tried()
            return True
        if not self._house.rules.open or self._is_of_a_key(self._name):
            return True
        self._by = "open"
        return False

    def public_key_auth_supported(self) -> bool:
        return self._house.key_file is not None

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether this key may be this learner. It has not proven itself yet; that is seen to after this."""
        if self._name is None or self._house.key_file is None:
            return False
        fingerprint = key.get_fingerprint()
        keys = self._house.key_file.keys
        if not keys.knows(fingerprint):
            self._log("refused", why="unknown key", key=fingerprint)
            self._say(UNKNOWN_KEY)
            self._tried()
            return False
        state = self._house.rules.state
        taken_by, in_use = key_of(state, self._name), is_in_use(state, self._name)
        if not keys.allows(self._name, fingerprint, taken_by, in_use=in_use):
            self._log("refused", learner=self._name, why="the name is not this key's", key=fingerprint)
            is_a_keys = taken_by is not None or keys.names(self._name)
            self._say((OTHER_KEY if is_a_keys else NOT_YOURS).format(name=self._name))
            self._tried()
            return False
        self._by, self._fingerprint = "key", fingerprint
        return True

    def password_auth_supported(self) -> bool:
        return self._house.code is not None

    async def validate_password(self, username: str, password: str) -> bool:
        """Whether this is the class code."""
        self._by, self._fingerprint = "", None
        if self._name is None or self._house.code is None or self._is_of_a_key(self._name):
            return False
        known = self._name if is_in_use(self._house.rules.state, self._name) else None
        if await self._house.code.fits(self._network, password, known):
            self._by = "code"
            return True
        waits = self._house.code.must_wait(self._network, known)
        self._log("refused", learner=self._name, why="too many wrong codes" if waits else "wrong code")
        if waits:
            self._say(WAIT)
        self._wrong += 1
        if self._wrong >= MOST_WRONG:
            self._conn.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many wrong codes.")
        return False

    def change_password(self, username: str, old_password: str, new_password: str) -> bool:
        return False

    def kbdint_auth_supported(self) -> bool:
        return self._house.code is not None

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, Sequence[tuple[str, bool]]]:
        return "", "", "", ((PROMPT, False),)

    async def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        return len(responses) == 1 and await self.validate_password(username, responses[0])

    def auth_completed(self) -> None:
        """The name is proven: note it, and make it this key's own."""
        name, rules = self._name, self._house.rules
        if name is None:
            self._conn.abort()
            return
        self._is_in = True
        self._house.strangers.pop(self._conn, None)
        self._log("login", learner=name, by=self._by, key=self._fingerprint)
        crowd = self._house.crowd(name)
        if crowd is not None:
            self._log("refused", learner=name, why="too many connections")
            self._conn.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, crowd)
            return
        key_file = self._house.key_file
        if self._fingerprint is not None and key_file is not None and not key_file.keys.names(name):
            try:
                is_mine = take(rules.state, name, self._fingerprint)
            except OSError:
                # A disk that takes nothing: they may work, and are told by the tutor that nothing is kept.
                is_mine = True
            if not is_mine:
                self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, OTHER_KEY.format(name=name))
                return
        self._see_to_sessions()

    def _see_to_sessions(self) -> None:
        """A connection without a session that has begun is given up, now and whenever its last one has ended."""
        if self._waited is not None:
            self._waited.cancel()
        patience = self._house.rules.patience.login
        self._waited = asyncio.get_running_loop().call_later(patience, self._see_whether_they_came)

    def _see_whether_they_came(self) -> None:
        self._waited = None
        if not any(visitor.is_here for visitor in self._visitors):
            self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, "No session was asked for.")

    def _is_of_a_key(self, name: str) -> bool:
        """True for a name that belongs to a key: without that key nobody is let in under it."""
        key_file = self._house.key_file
        if key_of(self._house.rules.state, name) is None and not (key_file and key_file.keys.names(name)):
            return False
        self._log("refused", learner=name, why="the name is a key's")
        self._say(OTHER_KEY.format(name=name))
        self._tried()
        return True

    def _tried(self) -> None:
        """One more name or key was offered in vain."""
        self._tries += 1
        if self._tries == MOST_TRIES:
            self._conn.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, TRIED_ENOUGH)

    def _say(self, sentence: str) -> None:
        """One sentence before the login, once."""
        if sentence not in self._said:
            self._said |= {sentence}
            with suppress(OSError):
                self._conn.send_auth_banner(f"{sentence}\r\n")

    def _log(self, event: str, **fields: str | None) -> None:
        told = {name: value for name, value in fields.items() if value is not None}
        self._house.log(event, **told, **{"from": f"{self._address} {self._port}"})

    # What they may have, and what nobody gets.

    def session_requested(self) -> Visitor:
        """A session; what it is to be is asked for next."""
        assert self._name is not None
        self._visitors = [each for each in self._visitors if not each.is_gone]
        if len(self._visitors) >= MOST_SESSIONS:
            self._log("refused", learner=self._name, why="too many sessions")
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, TOO_MANY_SESSIONS)
        address = f"{self._address} {self._port}"
        visitor = Visitor(
            self._house, self._conn, self._name, address, refused=self._refused, left=self._see_to_sessions
        )
        self._visitors.append(visitor)
        return visitor

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> NoReturn:
        self._forbid()

    def unix_connection_requested(self, dest_path: str) -> NoReturn:
        self._forbid()

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        self._refuse("port forwarding", NO_FORWARDING)
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        self._refuse("port forwarding", NO_FORWARDING)
        return False

    async def _no_agent(self) -> bool:
        self._refuse("agent forwarding", NO_AGENT)
        return False

    async def _no_display(self, *_asked: object) -> None:
        self._refuse("X11 forwarding", NO_DISPLAY)

    def _refuse(self, what: str, sentence: str) -> None:
        self._log("refused", learner=self._name, why=what)
        if sentence not in self._refused:
            self._refused.append(sentence)

    def _forbid(self) -> NoReturn:
        self._log("refused", learner=self._name, why="port forwarding")
        raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, NO_FORWARDING)
