"""A minimal web framework for social-auth-core: one browser in memory."""

from copy import deepcopy
from types import SimpleNamespace

from social_core.storage import AssociationMixin
from social_core.strategy import BaseStrategy


class Nonces:
    """The issued states that have not been consumed."""

    def __init__(self):
        self.kept = set()

    def use(self, server_url, timestamp, salt):
        is_new = (server_url, salt) not in self.kept
        self.kept.add((server_url, salt))
        return is_new

    def consume(self, server_url, timestamp, salt):
        is_known = (server_url, salt) in self.kept
        self.kept.discard((server_url, salt))
        return is_known


class Association(AssociationMixin):
    def __init__(self, id, server_url, association):
        self.id = id
        self.server_url = server_url
        self.handle = association.handle
        self.issued = association.issued
        self.lifetime = association.lifetime
        self.assoc_type = association.assoc_type


class Associations:
    """The nonces of pending ID tokens."""

    def __init__(self):
        self.kept = []

    def store(self, server_url, association):
        self.kept.append(Association(len(self.kept), server_url, association))

    def get(self, server_url=None, handle=None):
        return [a for a in self.kept if (a.server_url, a.handle) == (server_url, handle)]

    def remove(self, ids_to_delete):
        self.kept = [a for a in self.kept if a.id not in ids_to_delete]


class Browser(BaseStrategy):
    """Settings, a session, and the data of one request."""

    def __init__(self, settings, pipeline=()):
        super().__init__(storage=SimpleNamespace(nonce=Nonces(), association=Associations()))
        self.settings = settings
        self.pipeline = pipeline
        self.session = {}
        self.data = {}

    def keep(self):
        """Returns a copy of the browser's and the framework's state, for `restore`."""
        storage = self.storage
        return deepcopy((self.session, storage.nonce.kept, storage.association.kept))

    def restore(self, kept):
        self.session, self.storage.nonce.kept, self.storage.association.kept = kept

    def get_setting(self, name):
        return self.settings[name]

    def get_pipeline(self, backend=None):
        return self.pipeline

    def request_data(self, merge=True):
        return self.data

    def request_host(self):
        return "app.example.com"

    def build_absolute_uri(self, path=None):
        return "https://app.example.com" + (path or "")

    def redirect(self, url):
        return url

    def session_get(self, name, default=None):
        return self.session.get(name, default)

    def session_set(self, name, value):
        self.session[name] = value

    def session_pop(self, name):
        return self.session.pop(name, None)
